import fc, { type Arbitrary } from 'fast-check';
import { NASTY_TEXTS, NASTY_VALUES } from './nasty';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

const FORMATS: Record<string, Arbitrary<string>> = {
  email: fc.emailAddress(),
  date: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
};

/** The contract allows thousands of entries; a few suffice here. */
const ITEMS_MAX = 6;
const TEXT_MAX = 80;

const patterned = (pattern: string): Arbitrary<string> => {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  } catch {
    // The library does not support look-ahead, so use paths of our own pages.
    return fc.constantFrom('/payment/basket', '/packages', '/payment/card?x=1');
  }
};

const textOf = ({ pattern, format, minLength = 0, maxLength = TEXT_MAX }: Schema): Arbitrary<string> => {
  if (format && FORMATS[format]) return FORMATS[format];
  if (pattern && pattern !== '\\S') return patterned(pattern);
  const any = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)), unit: 'grapheme' });
  const fits = NASTY_TEXTS.filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.oneof(any, fc.constantFrom('Garson', 'kadıköy', 'tr', ...fits));
};

const edges = ({ minimum, maximum }: Schema): number[] => [minimum, maximum].filter((edge) => edge !== undefined);

/** Generates whole numbers, which are mostly ids: half of them are ids of the world. */
const wholeOf = (schema: Schema, ids: readonly number[]): Arbitrary<number> => {
  const { minimum = -1_000, maximum = 2 ** 53 - 1 } = schema;
  const fitting = [...ids, ...edges(schema)].filter((id) => id >= minimum && id <= maximum);
  const small = fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, Math.max(minimum + 1, 120)) });
  return fitting.length > 0 ? fc.oneof(fc.constantFrom(...fitting), small) : small;
};

const numberOf = (schema: Schema): Arbitrary<number> => {
  const { minimum = -1e6, maximum = 1e6 } = schema;
  const any = fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true });
  return edges(schema).length > 0 ? fc.oneof(any, fc.constantFrom(...edges(schema))) : any;
};

/** Generates values that match a schema of the contract; numbers may be `ids`. */
export const fitting = (schema: Schema, ids: readonly number[]): Arbitrary<unknown> => {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, ids)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((one) => fitting(one, ids)))
      .map((parts) => Object.assign({}, ...parts) as unknown);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one, ids)]));
      return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
    }
    case 'array': {
      const { minItems: minLength = 0, maxItems = ITEMS_MAX } = schema;
      const maxLength = Math.max(minLength, Math.min(maxItems, ITEMS_MAX));
      return fc.array(fitting(schema.items ?? {}, ids), { minLength, maxLength });
    }
    case 'string':
      return textOf(schema);
    case 'integer':
      return wholeOf(schema, ids);
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...NASTY_VALUES);
  }
};
