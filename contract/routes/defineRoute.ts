import type { TSchema } from 'typebox';
import type { EmployerType } from '../constants/roles';
import type { ErrorKey } from '../constants/errorKeys';

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

/** Returns the route with its exact types, which type the server's handlers and the tests. */
export const defineRoute = <const R extends RouteContract>(route: R): R => route;
