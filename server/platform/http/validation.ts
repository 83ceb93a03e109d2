import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import fastJson from 'fast-json-stringify';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { FieldErrorNode } from '../../../contract/schemas/envelope';
import { AppError } from '../errors';

const createAjv = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({ coerceTypes, allErrors: false, removeAdditional: false, useDefaults: false, strict: false });
  // Handles both forms of the CommonJS default export, which differs between bundler and test runner.
  (typeof addFormats === 'function' ? addFormats : (addFormats as { default: typeof addFormats }).default)(ajv);
  return ajv;
};

// Queries and paths are text, so their numbers and flags are coerced; a body has JSON types.
const textual = createAjv(true);
const typed = createAjv(false);

/** Returns whether a value matches a schema of the contract. */
export const matches = (schema: TSchema, value: unknown): boolean => typed.validate(schema, value);

const KEYS: Record<string, ErrorKey> = {
  required: ERROR_KEYS.fieldRequired,
  minLength: ERROR_KEYS.fieldTooShort,
  maxLength: ERROR_KEYS.fieldTooLong,
  minItems: ERROR_KEYS.fieldTooShort,
  maxItems: ERROR_KEYS.fieldTooLong,
  minimum: ERROR_KEYS.fieldTooSmall,
  maximum: ERROR_KEYS.fieldTooLarge,
};

const keyOf = ({ keyword, params }: ErrorObject): ErrorKey =>
  keyword === 'format' && params.format === 'email'
    ? ERROR_KEYS.fieldEmail
    : (KEYS[keyword] ?? ERROR_KEYS.fieldInvalid);

const pathOf = (error: ErrorObject): string[] => {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
  return path.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
};

/** Builds the node of one ajv failure, with the path to its field. */
const nodeOf = (errors: ErrorObject[] | null | undefined): FieldErrorNode => {
  // In a union, the deepest failure is the most precise.
  const [error] = [...(errors ?? [])].sort((a, b) => pathOf(b).length - pathOf(a).length);
  if (!error) return {};
  const leaf: FieldErrorNode = { errors: [keyOf(error)] };
  return pathOf(error).reduceRight<FieldErrorNode>((child, part) => ({ children: { [part]: child } }), leaf);
};

interface ObjectSchema {
  properties?: Record<string, TSchema>;
  required?: string[];
  if?: TSchema;
  /** Further rules for a value that does not match `if`. */
  else?: TSchema;
}

/** Returns the fields and the names of the required ones, with those of `else` where it applies. */
const rulesOf = (ajv: Ajv, schema: ObjectSchema, value: unknown): Required<Omit<ObjectSchema, 'if' | 'else'>> => {
  const { properties = {}, required = [], if: condition, else: more } = schema;
  if (!condition || !more || ajv.validate(condition, value)) return { properties, required };
  const { properties: further, required: others = [] } = more as ObjectSchema;
  return { properties: { ...properties, ...further }, required: [...required, ...others] };
};

interface Refused {
  schema: TSchema;
  value: unknown;
  /** The failures at which ajv stopped. */
  errors: ErrorObject[] | null | undefined;
  /** Further wrong fields, which ajv accepts. */
  odd: readonly string[];
}

/**
 * Returns a 400 whose `children` lead to each wrong field. Ajv stops at the first failure, because `allErrors` would
 * walk through lists of millions. Each field is therefore validated separately and reports its first failure.
 */
const refusal = (ajv: Ajv, { schema, value, errors, odd }: Refused): AppError => {
  const whole = nodeOf(errors).children ?? {};
  const { properties, required } = rulesOf(ajv, schema as ObjectSchema, value);
  // A value that is no object has no fields to name.
  const held = typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  const single = Object.entries(held ? properties : {}).flatMap(([name, field]): [string, FieldErrorNode][] => {
    if (held && Object.hasOwn(held, name)) return ajv.validate(field, held[name]) ? [] : [[name, nodeOf(ajv.errors)]];
    return required.includes(name) ? [[name, { errors: [ERROR_KEYS.fieldRequired] }]] : [];
  });
  const strange = odd.map((name): [string, FieldErrorNode] => [name, { errors: [ERROR_KEYS.fieldInvalid] }]);
  const children = { ...whole, ...Object.fromEntries([...single, ...strange]) };
  return new AppError(400, ERROR_KEYS.invalid, Object.keys(children).length > 0 ? { children } : undefined);
};

// NUL and unpaired surrogates: PostgreSQL accepts neither in text or JSON.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Levels of objects and lists in an input, far more than the contract needs. Later code may recurse. */
const DEPTH_MAX = 32;

/** A field with the ones around it; null is the value itself. Only a refusal builds its path. */
type Place = { name: string; within: Place } | null;

/**
 * Returns the place of a text that PostgreSQL cannot store, null for input nested too deep, and undefined when there is
 * neither. The walk does not recurse.
 */
const unstorablePlace = (value: unknown): Place | undefined => {
  const waiting: [value: unknown, place: Place, depth: number][] = [[value, null, 0]];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const [next, place, depth] = one;
    if (depth > DEPTH_MAX) return null;
    if (typeof next === 'string' && UNSTORABLE.test(next)) return place;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, inner] of Object.entries(next)) {
      if (UNSTORABLE.test(name)) return place;
      waiting.push([inner, { name, within: place }, depth + 1]);
    }
  }
  return undefined;
};

/** Returns a 400 that names the field at a place. */
const refusalAt = (place: Place): AppError => {
  let node: FieldErrorNode = { errors: [ERROR_KEYS.fieldInvalid] };
  for (let one = place; one; one = one.within) node = { children: { [one.name]: node } };
  return new AppError(400, ERROR_KEYS.invalid, node.children && { children: node.children });
};

/** A plain decimal number; ajv would also accept `0x10`, `1e3` and blanks. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns the numeric fields of a query or a path that are not plain numbers. */
const oddNumbers = (schema: TSchema, value: unknown): string[] => {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  return Object.entries(value as Record<string, unknown>).flatMap(([name, text]) =>
    ['integer', 'number'].includes(String(properties[name]?.type)) &&
    !(typeof text === 'string' && PLAIN_NUMBER.test(text))
      ? [name]
      : [],
  );
};

/** Returns the errors of a part of a body that is validated by itself, such as one row of an import; null for none. */
export const fieldErrorsOf = (schema: TSchema, value: unknown): FieldErrorNode | null => {
  if (typed.validate(schema, value)) return null;
  const { children } = refusal(typed, { schema, value, errors: typed.errors, odd: [] }).options;
  return children ? { children } : { errors: [ERROR_KEYS.fieldInvalid] };
};

/**
 * Validates bodies strictly and coerces queries and paths; rejects text that PostgreSQL cannot store everywhere. A body
 * keeps only the fields of its schema, so that no other one reaches a handler, such as a `user`.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? typed : textual;
  // Compiled at the first request: the schemas of all routes together would delay each start by half a second.
  let validate: ValidateFunction | undefined;
  return (value: unknown) => {
    validate ??= ajv.compile(schema);
    const unstorable = unstorablePlace(value);
    if (unstorable !== undefined) return { error: refusalAt(unstorable) };
    const odd = httpPart === 'body' ? [] : oddNumbers(schema, value);
    if (odd.length === 0 && validate(value)) return { value: httpPart === 'body' ? Value.Clean(schema, value) : value };
    return { error: refusal(ajv, { schema, value, odd, errors: odd.length === 0 ? validate.errors : null }) };
  };
};

/**
 * Returns a schema in which `Nullable` of a schema with a type is the keyword `nullable`. For a union, the serialiser has
 * ajv try each of its schemas on each value, which takes as long as the rest of a list. It then no longer refuses a wrong
 * value, as it never did outside unions; the tests hold every reply against its schema. Other unions stay as they are.
 */
const withNullables = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withNullables);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!('anyOf' in schema))
    return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, withNullables(inner)]));
  const [held, other, ...more] = schema.anyOf as Record<string, unknown>[];
  const isNullable = held?.type !== undefined && other?.type === 'null' && more.length === 0;
  return isNullable ? { ...(withNullables(held) as object), nullable: true } : schema;
};

/** Returns the serialiser of a schema. It is compiled at its first use, which keeps starts short. */
export const serialiserOf = (schema: TSchema) => {
  let serialise: ((data: unknown) => string) | undefined;
  return (data: unknown) => {
    serialise ??= fastJson(withNullables(schema) as Parameters<typeof fastJson>[0]);
    return serialise(data);
  };
};

/** Serialises replies by their schemas. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => serialiserOf(schema);
