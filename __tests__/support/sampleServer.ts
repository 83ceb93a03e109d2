import type { TSchema } from 'typebox';
import { DASHBOARD_ROUTES } from '../../contract/routes/index';
import type { RouteContract } from '../../contract/routes/defineRoute';
import { anApiError } from './builders';
import { fakeApi } from './fakeApi';
import type { Envelope } from '../../src/lib/http';

/** Every id of the sample world, so that each reply belongs to each address. */
export const SAMPLE_ID = 11;
export const SAMPLE_KEY = 'a'.repeat(24);

/** Texts for schemas with a pattern; the first that matches is used. */
const TEXTS = [
  SAMPLE_KEY,
  '2026-11-23 11:00:00',
  '2026-11-23',
  '40.98, 29.02',
  '5321112233',
  '12',
  '09:00',
  '/jobs',
  '#ff1937',
];
/** Texts of fields that the browser's formatters check, and a birth date that a trace keeps. */
const NAMED: Record<string, string> = {
  birthDate: '2006-01-01',
  country_code: 'TR',
  countryCode: 'TR',
  currency: 'TRY',
};
const FORMATS: Record<string, string> = {
  'date-time': '2026-11-18T09:00:00.000Z',
  date: '2026-11-18',
  email: 'sample@demo.test',
  uri: 'https://demo.test/',
};

interface JsonSchema {
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const textOf = ({ format, pattern = '', minLength = 0, maxLength = 1000 }: JsonSchema, name: string): string => {
  const named = NAMED[name] ?? FORMATS[format ?? ''];
  if (named !== undefined) return named;
  const fits = (text: string) => new RegExp(pattern).test(text) && text.length >= minLength && text.length <= maxLength;
  // Each field has a text of its own, so that a test can tell what hides it.
  const text = [`Sample ${name}`, ...TEXTS].find(fits);
  if (text === undefined) throw new Error(`Add a text to TEXTS that matches ${pattern}`);
  return text;
};

/** Returns a value of a schema with every optional field, and the first choice of each union. */
const sampleOf = (schema: JsonSchema, name = ''): unknown => {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => sampleOf(one))) as unknown;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, sampleOf(one, key)]));
    case 'array':
      return schema.items ? [sampleOf(schema.items, name)] : [];
    case 'integer':
    case 'number':
      return Math.min(Math.max(SAMPLE_ID, schema.minimum ?? SAMPLE_ID), schema.maximum ?? SAMPLE_ID);
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema, name);
    default:
      return null;
  }
};

/**
 * Answers every call of the dashboard with a value of the call's contract; while it fails, each call gets a 500.
 */
export const sampleServer = () => {
  const api = fakeApi();
  const server = { api, isFailing: false };
  // A later route wins, so those without parameters come last.
  const routes = Object.values<RouteContract>(DASHBOARD_ROUTES);
  const inOrder = [...routes.filter(({ params }) => params), ...routes.filter(({ params }) => !params)];
  for (const { method, path, reply } of inOrder) {
    const sample = () => sampleOf(reply as TSchema as JsonSchema) as Envelope<unknown>;
    api.on(method, path.replace(/^\/(shared-|geo-)?api/, ''), () => (server.isFailing ? anApiError(500) : sample()));
  }
  return server;
};
