import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Clock } from '../clock';
import { withStatementTags } from '../database/statementTags';
import { AppError } from '../errors';
import { negotiateLanguage } from '../messages';

/** Returns our own id for a request; an id from outside could be anything. */
export const newRequestId = (): string => randomUUID();

const PROXY_WARNING =
  'A request came with X-Forwarded-For, but TRUST_PROXY is off: behind a reverse proxy all people share the limits of ' +
  'one address, and one who guesses passwords locks out the others. Set TRUST_PROXY=1 if the proxy is yours.';

/**
 * Gives each request its language, its id and the server's time, refuses addresses that are too long, and logs one line
 * per response. Warns once about a proxy that the settings do not know.
 */
export const addRequestContext = (
  app: FastifyInstance,
  {
    clock,
    urlLimit,
    tagsStatements,
    trustsProxy,
  }: { clock: Clock; urlLimit: number; tagsStatements: boolean; trustsProxy: boolean },
): void => {
  // Computed on demand, because few responses need it, mostly failures.
  app.decorateRequest('language', {
    getter() {
      return negotiateLanguage(this.headers['accept-language']);
    },
  });
  let warns = !trustsProxy;
  app.addHook('onRequest', async (request, reply) => {
    if (warns && request.headers['x-forwarded-for'] !== undefined) {
      warns = false;
      request.log.warn(PROXY_WARNING);
    }
    // The dashboard follows this clock, however wrong that of the device is.
    void reply.headers({ 'x-request-id': request.id, date: clock.now().toUTCString() });
    if (request.url.length > urlLimit) throw new AppError(414, ERROR_KEYS.payloadTooLarge);
  });
  if (tagsStatements) {
    const tag = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      withStatementTags({ request_id: request.id, route: request.routeOptions.url ?? 'none' }, done);
    app.addHook('onRequest', tag);
    // A body arrives through socket events, which run outside the request's context.
    app.addHook('preValidation', (request, reply, done) =>
      request.body === undefined ? done() : tag(request, reply, done),
    );
  }
  // Logs the route's pattern, not the address, which can hold a searched name or a token.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.user?.id,
      },
      'answered',
    );
  });
};
