import type { RouteContract } from '../../contract/routes/defineRoute';
import { ROUTES } from '../../contract/routes/index';
import { rightCall, type Fields } from './rightCalls';
import type { TestServer } from './testServer';
import type { World } from './world';

interface ObjectSchema {
  properties: Record<string, { type?: string }>;
  required?: readonly string[];
  /** Further rules, which the right calls meet too. */
  else?: ObjectSchema;
}

export const schemaOf = (schema: unknown): ObjectSchema | undefined => {
  const found = schema as ObjectSchema | undefined;
  return found && { ...found, required: [...(found.required ?? []), ...(found.else?.required ?? [])] };
};

/** Values that are always wrong for a type. */
export const NEVER_RIGHT: Record<string, unknown> = {
  string: { a: 1 },
  integer: 'x y',
  number: 'x y',
  boolean: 'maybe',
  array: 'x',
  object: 'text',
  null: 7,
};

const PARTS = ['params', 'query', 'body'] as const;
const fieldsOf = (route: RouteContract) =>
  PARTS.flatMap((part) => Object.keys(schemaOf(route[part])?.properties ?? {}).map((field) => ({ part, field })));

/** Login is slow and limited; the session's own tests cover its fields. */
export const SPOILED = ROUTES.filter(({ id }) => id !== 'login' && id !== 'logout');

/** Every field of those routes. */
export const FIELDS = SPOILED.flatMap((route) =>
  fieldsOf(route).map(({ part, field }) => [route.id, part, field, route] as const),
);

/** Calls a route correctly but for one field. */
export const spoil = (
  server: TestServer,
  world: World,
  route: RouteContract,
  part: (typeof PARTS)[number],
  field: string,
  value: unknown,
) => {
  const right = rightCall(route, world);
  return server.call(route, { ...right, [part]: { ...(right[part] as Fields), [field]: value } });
};
