import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/decisions';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { withDeclinedRow } from '../applications';
import { decline, reopen } from './declineService';

export * from './decideAll';
export * from './declineService';
export * from './noticeService';
export * from './repository';

export const registerDecisions = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.putDecline, async ({ user, requestId, params, body }) => ({
    payload: await withDeclinedRow(deps, user, () => decline(deps, user, requestId, params.id, body)),
  }));

  route(app, contract.deleteDecline, async ({ user, requestId, params }) => ({
    payload: await reopen(deps, user, requestId, params.id),
  }));
};
