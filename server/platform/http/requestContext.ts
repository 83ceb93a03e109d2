import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Clock } from '../clock';
import { withStatementTags } from '../database/statementTags';
import { AppError } from '../errors';
import { negotiateLanguage } from '../messages';

/** Returns our own id for a request; an id from outside could be anything. */
export const newRequestId = (): string => randomUUID();

/**
 * Gives each request its language, its id and the server's time, refuses addresses that are too long, and logs one line
 * per response.
 */
export const addRequestContext = (
  app: FastifyInstance,
  { clock, urlLimit, tagsStatements }: { clock: Clock; urlLimit: number; tagsStatements: boolean },
): void => {
  // Computed on demand, because few responses need it, mostly failures.
  app.decorateRequest('language', {
    getter() {
      return negotiateLanguage(this.headers['accept-language']);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
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
