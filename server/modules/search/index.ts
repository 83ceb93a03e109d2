import type { FastifyInstance } from 'fastify';
import { getStages, searchApplications } from '../../../contract/routes/applications';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import * as service from './service';

export * from './filterRepository';
export * from './repository';
export * from './service';

/** Registers the lists of applications and their counts. */
export const registerSearch = (app: FastifyInstance, deps: Deps): void => {
  route(app, searchApplications, ({ user, requestId, query }) =>
    service.searchApplications(deps, { user, requestId }, query),
  );

  route(app, getStages, async ({ user, requestId, query }) => ({
    payload: { stages: await service.getStages(deps, { user, requestId }, query) },
  }));
};
