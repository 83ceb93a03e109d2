import type { TSchema } from 'typebox';
import type { EmployerType } from '../constants/roles';
import { ERROR_KEYS, type ErrorKey } from '../constants/errorKeys';
import { NoPayload, envelope } from '../schemas/envelope';

/** Allowed callers: everyone, holders of the gateway key, or users from a level upward (and of a type, if named). */
export type Access = 'public' | 'gateway' | { level: EmployerType; types?: readonly EmployerType[] };

/**
 * One endpoint of the wire. `path` is the whole path with Fastify's `:name` parameters. `reply` is the whole response
 * with its envelope. `errors` lists the endpoint's own error keys; `errorKeysOf` adds those that follow from its access
 * and inputs.
 */
export interface RouteContract {
  id: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Longest request body in bytes, when the server's default is too small. */
  bodyLimit?: number;
  reply: TSchema;
  /** Media types of a response that is a file (named by `Content-Disposition`) instead of the JSON of `reply`. */
  produces?: readonly string[];
  /** True if the reply holds a token, which must not be compressed together with other texts. */
  holdsToken?: true;
  errors: readonly ErrorKey[];
}

/** The keys of a call that takes an Idempotency-Key. */
export const IDEMPOTENCY_KEYS = [ERROR_KEYS.idempotencyMismatch, ERROR_KEYS.idempotencyInFlight] as const;

const DEFAULTS = { access: { level: 'branch' }, reply: envelope(NoPayload), errors: [] } as const;
type Defaults = typeof DEFAULTS;

type Details = Omit<RouteContract, 'id' | 'method' | 'path' | keyof Defaults> &
  Partial<Pick<RouteContract, keyof Defaults>>;

/**
 * Returns the route with its exact types, which type the server's handlers and the tests. `call` is the method and the
 * path. By default every signed-in user may call it, its payload is null, and it has no error keys of its own.
 */
export const defineRoute = <
  const Id extends string,
  Method extends RouteContract['method'],
  Path extends string,
  const D extends Details,
>(
  id: Id,
  call: `${Method} ${Path}`,
  // `never` refuses a misspelled field: in place of its value, a wider default would apply.
  details: D & Record<Exclude<keyof D, keyof Details>, never>,
) => {
  const [method, path] = call.split(' ') as [Method, Path];
  return { ...DEFAULTS, ...details, id, method, path } as Omit<Defaults, keyof D> &
    D & { id: Id; method: Method; path: Path };
};
