import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/privacy';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { exportDue, forecast } from './retentionService';
import { eraseWorker } from './eraseService';
import {
  exportPerson,
  getPersonExport,
  getPersonFile,
  answerRequest,
  getRequests,
  getHolds,
  setHold,
} from './requestService';

export * from './eraseService';
export * from './requestService';
export * from './retentionService';

export const registerPrivacy = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getRetention, async ({ user }) => ({ payload: { retention: await forecast(deps, user) } }));

  route(app, contract.postDueList, async ({ user, requestId, language, body }) => ({
    file: await exportDue(deps, { ...body, user, requestId, language }),
  }));

  route(app, contract.getPrivacyRequests, ({ user, query }) => getRequests(deps, user, query));

  route(app, contract.postRequestAnswered, async ({ user, requestId, language, params }) => {
    const closedAt = await answerRequest(deps, { user, requestId, language, id: params.id });
    return { payload: { request: { closedAt: closedAt.toISOString() } } };
  });

  route(app, contract.getHolds, ({ user, query }) => getHolds(deps, user, query));

  route(app, contract.postPersonExport, async ({ user, requestId, language, params }) => {
    const exportId = await exportPerson(deps, { user, requestId, language, workerId: params.id });
    return { status: 202, payload: { exportId } };
  });

  route(app, contract.getPersonExport, async ({ user, params }) => ({
    payload: await getPersonExport(deps, user, params.id),
  }));

  route(app, contract.getPersonExportFile, async ({ user, params }) => ({
    file: await getPersonFile(deps, user, params.id),
  }));

  route(app, contract.postErasure, async ({ user, requestId, params, body }) => ({
    payload: { erasure: await eraseWorker(deps, { ...body, user, requestId, workerId: params.id }) },
  }));

  route(app, contract.putHold, async ({ user, requestId, params, body }) => ({
    payload: { isOnHold: await setHold(deps, { ...body, user, requestId, workerId: params.id }) },
  }));
};
