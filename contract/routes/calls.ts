import type { Static, TSchema } from 'typebox';
import type { DASHBOARD_ROUTES } from './index';

type Records = typeof DASHBOARD_ROUTES;

type WithoutMainBase<Path extends string> = Path extends `/api/${infer Rest}` ? `/${Rest}` : Path;

/**
 * Every endpoint that the dashboard may call, by method and path: `GET /job/:id`. Paths of the main API have no
 * prefix. The others keep theirs: `GET /shared-api/places`.
 */
type Endpoints = {
  [N in keyof Records as `${Records[N]['method']} ${WithoutMainBase<Records[N]['path']>}`]: Records[N];
};

/** The client leaves out query values that are null. */
type QueryOf<Query> = { [N in keyof Query]: undefined extends Query[N] ? Query[N] | null : Query[N] };

type ParamsPart<R> = R extends { params: infer S extends TSchema } ? { params: Static<S> } : { params?: undefined };
type BodyPart<R> = R extends { body: infer S extends TSchema } ? { body: Static<S> } : { body?: undefined };
type QueryPart<R> = R extends { query: infer S extends TSchema }
  ? Partial<Static<S>> extends Static<S>
    ? { query?: QueryOf<Static<S>> }
    : { query: QueryOf<Static<S>> }
  : { query?: undefined };

/** The inputs of each endpoint. */
export type Inputs = {
  [K in keyof Endpoints]: ParamsPart<Endpoints[K]> & QueryPart<Endpoints[K]> & BodyPart<Endpoints[K]>;
};

/** The response payload of each endpoint. */
export type Payloads = { [K in keyof Endpoints]: Static<Endpoints[K]['reply']>['payload'] };

/** Endpoints that can respond with a file. */
export type FileKey = {
  [K in keyof Endpoints]: Endpoints[K] extends { produces: readonly string[] } ? K : never;
}[keyof Endpoints];

/** The media types of each endpoint's files. */
export type MediaTypes = { [K in FileKey]: Endpoints[K]['produces'][number] };

/** Endpoints that respond with JSON, without those that only return a file. */
export type CallKey = {
  [K in keyof Endpoints]: K extends FileKey ? (Payloads[K] extends null ? never : K) : K;
}[keyof Endpoints];
