import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { FieldErrorNode } from '../../../contract/schemas/envelope';
import { AppError } from '../errors';

const createAjv = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({ coerceTypes, allErrors: false, removeAdditional: false, useDefaults: false, strict: false });
  // `formats` alone: the CommonJS default export differs between bundler and test runner.
  (typeof addFormats === 'function' ? addFormats : (addFormats as { default: typeof addFormats }).default)(ajv);
  return ajv;
};

// A query and a path are text, so their numbers and flags are read out of it; a body has types of its own.
const textual = createAjv(true);
const typed = createAjv(false);

/** Whether a value fits a schema of the contract, where a route's own check says no more than that. */
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
  return path.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
};

/** Where ajv refused a value, down to the field, and why. */
const nodeOf = (errors: ErrorObject[] | null | undefined): FieldErrorNode => {
  // Of the branches of a union the deepest failure says most.
  const [error] = [...(errors ?? [])].sort((a, b) => pathOf(b).length - pathOf(a).length);
  if (!error) return {};
  const leaf: FieldErrorNode = { errors: [keyOf(error)] };
  return pathOf(error).reduceRight<FieldErrorNode>((child, part) => ({ children: { [part]: child } }), leaf);
};

interface ObjectSchema {
  properties?: Record<string, TSchema>;
  required?: string[];
}

interface Refused {
  schema: TSchema;
  value: unknown;
  /** Where ajv stopped. */
  errors: ErrorObject[] | null | undefined;
  /** What is wrong beside that. */
  odd: readonly string[];
}

/**
 * A 400 whose `children` lead to each field that is wrong. Ajv stops at the first failure, for its `allErrors` would walk
 * through a list of millions; so each field is asked alone, and of each the first failure counts.
 */
const refusal = (ajv: Ajv, { schema, value, errors, odd }: Refused): AppError => {
  const whole = nodeOf(errors).children ?? {};
  const { properties = {}, required = [] } = schema as ObjectSchema;
  // Of what is no object at all no field can be named.
  const held = typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  const single = Object.entries(held ? properties : {}).flatMap(([name, field]): [string, FieldErrorNode][] => {
    if (held && Object.hasOwn(held, name)) return ajv.validate(field, held[name]) ? [] : [[name, nodeOf(ajv.errors)]];
    return required.includes(name) ? [[name, { errors: [ERROR_KEYS.fieldRequired] }]] : [];
  });
  const strange = odd.map((name): [string, FieldErrorNode] => [name, { errors: [ERROR_KEYS.fieldInvalid] }]);
  const children = { ...whole, ...Object.fromEntries([...single, ...strange]) };
  return new AppError(400, ERROR_KEYS.invalid, Object.keys(children).length > 0 ? { children } : undefined);
};

// NUL, and halves of surrogate pairs: PostgreSQL takes neither in a text or in JSON.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Walks with a list of its own: input nested 100,000 deep must not use up the stack. */
const holdsUnstorable = (value: unknown): boolean => {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && UNSTORABLE.test(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (UNSTORABLE.test(key)) return true;
      waiting.push(inner);
    }
  }
  return false;
};

/** A number as people write it; ajv would also take `0x10`, `1e3` and blanks. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** The numbers of a query or a path that are not written as such. */
const oddNumbers = (schema: TSchema, value: unknown): string[] => {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  return Object.entries(value as Record<string, unknown>).flatMap(([name, text]) =>
    ['integer', 'number'].includes(String(properties[name]?.type)) &&
    !(typeof text === 'string' && PLAIN_NUMBER.test(text))
      ? [name]
      : [],
  );
};

/** Validates bodies strictly and the textual parts with coercion; what cannot be stored is refused everywhere. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? typed : textual;
  const validate: ValidateFunction = ajv.compile(schema);
  return (value: unknown) => {
    if (holdsUnstorable(value)) return { error: new AppError(400, ERROR_KEYS.invalid) };
    const odd = httpPart === 'body' ? [] : oddNumbers(schema, value);
    if (odd.length === 0 && validate(value)) return { value };
    return { error: refusal(ajv, { schema, value, odd, errors: odd.length === 0 ? validate.errors : null }) };
  };
};
