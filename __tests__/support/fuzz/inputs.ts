import fc, { type Arbitrary } from 'fast-check';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import type { Fields } from '../rightCalls';
import type { CallOptions } from '../testServer';
import { fitting, type Schema } from './arbitraries';
import { NASTY_HEADERS, NASTY_VALUES, RAW_BODIES, RAW_QUERIES } from './nasty';

/** What to send: the parts of a call, or a raw body and query. */
export interface Input {
  params: Fields;
  query: Fields;
  body: unknown;
  headers: Record<string, string>;
  rawBody: string | Buffer | null;
  rawQuery: string | null;
}

/** One change of a valid value: the place (a number walks the tree) and the new value. */
interface Mutation {
  at: number;
  kind: 'replace' | 'remove' | 'add' | 'wrap';
  value: unknown;
}

const mutation: Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  value: fc.oneof(fc.constantFrom(...NASTY_VALUES), fc.jsonValue({ maxDepth: 3 }) as Arbitrary<unknown>),
});

const EXTRA_NAMES = [
  'isAdmin',
  'organisationId',
  'userId',
  'grantLevel',
  'id',
  'constructor',
  'toString',
  'hasOwnProperty',
];

const isTree = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the value with one change; the walk descends while its number leads into a branch. */
const changed = (value: unknown, { at, kind, value: put }: Mutation): unknown => {
  if (!isTree(value)) return put;
  const names = Object.keys(value);
  if (kind === 'add')
    return Array.isArray(value) ? [...value, put] : { ...value, [EXTRA_NAMES[at % EXTRA_NAMES.length]!]: put };
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined) return put;
  const inner = value[name];
  const isDeeper = isTree(inner) && Object.keys(inner).length > 0 && at % 3 > 0;
  const copy: Fields = Array.isArray(value) ? ([...(value as unknown[])] as unknown as Fields) : { ...value };
  if (isDeeper) copy[name] = changed(inner, { at: Math.floor(at / names.length), kind, value: put });
  else if (kind === 'remove') delete copy[name];
  else copy[name] = kind === 'wrap' ? [inner] : put;
  return copy;
};

/** Generates a valid part: from the schema, or a known one with some new fields. */
const rightPart = (schema: unknown, right: unknown, ids: readonly number[]): Arbitrary<unknown> => {
  if (!schema) return fc.constant(right ?? {});
  const made = fitting(schema as Schema, ids);
  if (!isTree(right) || Array.isArray(right)) return made;
  const names = Object.keys((schema as Schema).properties ?? {});
  const mixed = fc
    .tuple(made, fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }))
    .map(([fields, take]) => ({
      ...right,
      ...Object.fromEntries(
        names
          .filter((name, at) => take[at] && isTree(fields) && name in fields)
          .map((name) => [name, (fields as Fields)[name]]),
      ),
    }));
  return fc.oneof(made, mixed, fc.constant(right));
};

const sometimes = <T>(values: readonly T[]): Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

const mutated = (part: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(part, fc.array(mutation, { maxLength: 2 })).map(([value, changes]) => changes.reduce(changed, value));

/** Generates every parameter of a path. */
const paramsOf = (route: RouteContract, right: Fields, ids: readonly number[]): Arbitrary<Fields> => {
  const names = Object.keys((route.params as Schema | undefined)?.properties ?? {});
  const one = (name: string) => {
    const schema = (route.params as Schema).properties![name]!;
    return fc.oneof(
      { weight: 6, arbitrary: fitting(schema, ids) },
      { weight: 2, arbitrary: fc.constant(right[name]) },
      { weight: 2, arbitrary: fc.constantFrom(...NASTY_VALUES) },
    );
  };
  return fc.record(Object.fromEntries(names.map((name) => [name, one(name)])));
};

/** Generates inputs of a route: valid ones by its schemas, most of them then changed in one or two places. */
export const inputsOf = (route: RouteContract, right: CallOptions, ids: readonly number[]): Arbitrary<Input> =>
  fc.record({
    params: paramsOf(route, right.params ?? {}, ids),
    query: mutated(rightPart(route.query, right.query, ids)).map((query) => (isTree(query) ? query : { q: query })),
    body: route.body ? mutated(rightPart(route.body, right.body, ids)) : fc.constant(undefined),
    headers: sometimes(NASTY_HEADERS).map((headers) => headers ?? {}),
    rawBody: sometimes(RAW_BODIES),
    rawQuery: sometimes(RAW_QUERIES),
  });
