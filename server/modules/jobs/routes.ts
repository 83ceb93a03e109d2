import type { FastifyInstance } from 'fastify';
import { getJobCounts, searchJobs } from '../../../contract/routes/jobs';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { countByStatus } from './repository';
import * as service from './service';

/** The job list and its counts. */
export const registerJobs = (app: FastifyInstance, deps: Deps): void => {
  route(app, searchJobs, ({ user, query }) => service.searchJobs(deps, user, query));
  route(app, getJobCounts, async ({ user }) => ({ payload: await countByStatus(deps.db, ownerScope(user)) }));
};
