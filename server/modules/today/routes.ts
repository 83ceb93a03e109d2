import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/today';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { getNeeds } from './refreshService';
import { putSettle, putSnooze } from './settleService';

export const registerToday = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getNeeds, async ({ user, query }) => ({ payload: await getNeeds(deps, user, query) }));

  route(app, contract.putSettle, async ({ user, requestId, params, body }) => ({
    payload: { application: await putSettle({ deps, user, requestId, id: params.id }, body.number) },
  }));

  route(app, contract.putSnooze, async ({ user, requestId, params, body }) => ({
    payload: { application: await putSnooze({ deps, user, requestId, id: params.id }, body.until) },
  }));
};
