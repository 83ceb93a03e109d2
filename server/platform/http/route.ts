import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Language } from '../../../contract/constants/options';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import type { AuthUser } from '../auth/tokens';
import { cleaned } from './requestContext';
import { contentDisposition, API_HEADERS, HSTS } from './headers';

type Input<S> = S extends TSchema ? Static<S> : undefined;
type PayloadOf<R extends RouteContract> = Static<R['reply']> extends { payload: infer P } ? P : never;
type UserOf<R extends RouteContract> = R['access'] extends { level: unknown } ? AuthUser : undefined;

/**
 * A request as its handler sees it: validated, and typed by the route's contract. `in out` (here and below) tells the
 * compiler what it would otherwise work out for ten seconds.
 */
interface Call<in out R extends RouteContract> {
  params: Input<R['params']>;
  query: Input<R['query']>;
  body: Input<R['body']>;
  user: UserOf<R>;
  language: Language;
  requestId: string;
  request: FastifyRequest;
}

/** The result of a handler; `route` adds `ok: true`. */
interface Reply<in out R extends RouteContract> {
  /** 202 for work that is done later; 200 by default. */
  status?: 200 | 202;
  payload: PayloadOf<R>;
  total?: number;
  page?: number;
  limit?: number;
  /** The cursor of the next page. */
  next?: string | null;
  headers?: Record<string, string>;
}

/** A response that the caller already has: only its headers are sent. */
interface Unchanged {
  status: 304;
  headers: { etag: string; 'cache-control': string };
}

/** A response that is a file instead of JSON; the route's contract must declare it in `produces`. */
export interface FileReply {
  status?: 200;
  file: {
    /** The file name with its extension. */
    name: string;
    type: string;
    content: Buffer | string | Readable;
  };
}

/** A response that continues until one side ends it; the route's contract must declare it in `produces`. */
interface StreamReply {
  status?: 200;
  stream: Readable;
  type: string;
}

/** A handler returns nothing where the payload is null. */
type Answer<R extends RouteContract> =
  | Reply<R>
  | Unchanged
  | (R extends { produces: readonly string[] } ? FileReply | StreamReply : never)
  | (null extends PayloadOf<R> ? void : never);

export type Handler<in out R extends RouteContract> = (call: Call<R>) => Promise<Answer<R>>;

/** Sends a stream that no proxy may buffer or store. */
const sendStream = (reply: FastifyReply, { type, stream }: Pick<StreamReply, 'type' | 'stream'>) =>
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).type(type).send(stream);

/** Sends a 304 without the security headers: the client keeps those it has, and polls stay small. */
const sendUnchanged = (reply: FastifyReply, headers: Unchanged['headers']) => {
  for (const name of [...Object.keys(API_HEADERS), HSTS]) void reply.removeHeader(name);
  return reply.headers(headers).send();
};

const sendFile = (reply: FastifyReply, { name, type, content }: FileReply['file']) =>
  reply.header('content-disposition', contentDisposition(name)).type(type).send(content);

/** Registers a route of the contract: its schemas validate the request and serialise the response. */
export const route = <R extends RouteContract>(app: FastifyInstance, contract: R, handler: Handler<R>): void => {
  const { params, query: querystring, body, bodyLimit, reply: schema, access, id, summary } = contract;
  app.route({
    method: contract.method,
    url: contract.path,
    // A HEAD request would run the handler and cost as much as a GET.
    exposeHeadRoute: false,
    // Others are short or hold a token: docs/SECURITY.md#compression.
    ...((contract.method !== 'GET' || contract.holdsToken) && { compress: false as const }),
    ...(bodyLimit && { bodyLimit }),
    config: { access, routeId: id, summary },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      response: { '2xx': schema },
    },
    ...((body ?? querystring) && {
      preValidation: async (request: FastifyRequest) => {
        request.body = cleaned(request.body);
        request.query = cleaned(request.query);
      },
    }),
    handler: async (request, reply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        user: request.user ?? undefined,
        language: request.language,
        requestId: request.id,
        request,
      } as unknown as Call<R>;
      const answer = ((await handler(call)) ?? { payload: null }) as Exclude<Answer<R>, void>;
      void reply.status(answer.status ?? 200);
      if (answer.status === 304) return sendUnchanged(reply, answer.headers);
      if ('stream' in answer) return sendStream(reply, answer);
      const { status: _status, headers, ...answered } = { headers: {}, ...answer };
      void reply.headers(headers);
      return 'file' in answered ? sendFile(reply, answered.file) : { ok: true, ...answered };
    },
  });
};
