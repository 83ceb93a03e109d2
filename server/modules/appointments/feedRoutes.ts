import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import * as contract from '../../../contract/routes/appointments';
import type { Deps } from '../../platform/deps';
import { matchesEtag } from '../../platform/http/etag';
import { route } from '../../platform/http/route';
import { endFeed, getFeed, makeFeed, readFeed } from './feedService';

export const registerFeeds = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getCalendarFeed, async ({ user }) => ({ payload: await getFeed(deps, user) }));

  route(app, contract.postCalendarFeed, async ({ user, requestId }) => ({
    payload: await makeFeed(deps, user, requestId),
  }));

  route(app, contract.deleteCalendarFeed, async ({ user, requestId }) => ({
    payload: await endFeed(deps, user, requestId),
  }));

  app.get<{ Params: { token: string } }>('/calendar/:token.ics', async (request, reply) => {
    const { content, etag } = await readFeed(deps, request.params.token);
    void reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) return reply.status(304).send();
    return reply.type(`${MEDIA_TYPES.calendar}; charset=utf-8`).send(content);
  });
};
