import type { TSchema } from 'typebox';
import type { EmployerType } from '../constants/roles';
import type { ErrorKey } from '../constants/errorKeys';

/** Who may call: anyone, holders of the gateway's key, or a user of a level (and, if named, of a type). */
export type Access = 'public' | 'gateway' | { level: EmployerType; types?: readonly EmployerType[] };

/**
 * One endpoint of the wire. `path` is the whole path with Fastify's `:name` parameters; `reply` is the whole answer
 * (envelope included); `errors` are the keys it may answer with besides the ones that `commonErrors` derives.
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
  /** Longest body in bytes, where the server's own limit is too short. */
  bodyLimit?: number;
  reply: TSchema;
  /** Media types of an answer that is a file (`Content-Disposition` with its name) and not the JSON of `reply`. */
  produces?: readonly string[];
  errors: readonly ErrorKey[];
}

/** Keeps the exact types of a record, so that the server's handlers and the tests are typed from it. */
export const defineRoute = <const R extends RouteContract>(route: R): R => route;
