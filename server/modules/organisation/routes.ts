import type { FastifyInstance } from 'fastify';
import { getBranchJobCounts } from '../../../contract/routes/organisation';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { listBranchJobCounts } from './repository';

/** The organisation's branches. */
export const registerOrganisation = (app: FastifyInstance, deps: Deps): void => {
  route(app, getBranchJobCounts, async ({ user }) => ({
    payload: await listBranchJobCounts(deps.db, user.organisationId),
  }));
};
