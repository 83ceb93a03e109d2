import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/firstDay';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { putFirstDay, putOutcome } from './service';

export const registerHires = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.putFirstDay, async ({ user, requestId, params, body }) => ({
    payload: { application: await putFirstDay(deps, user, requestId, params.id, body) },
  }));

  route(app, contract.putFirstDayOutcome, async ({ user, requestId, params, body }) => ({
    payload: { application: await putOutcome(deps, user, requestId, { ...params, ...body }) },
  }));
};
