import type { FastifyInstance } from 'fastify';
import { putSeen, putShortlist, searchApplications } from '../../../contract/routes/applications';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import * as service from './service';

/** The applications list and what is done from it. */
export const registerApplications = (app: FastifyInstance, deps: Deps): void => {
  route(app, searchApplications, ({ user, query }) => service.searchApplications(deps, user, query));

  route(app, putShortlist, async ({ user, requestId, params, body }) => ({
    payload: { application: await service.setShortlisted(deps, user, requestId, params.id, body.isShortlisted) },
  }));

  route(app, putSeen, async ({ user, requestId, params }) => ({
    payload: { application: await service.markSeen(deps, user, requestId, params.id) },
  }));
};
