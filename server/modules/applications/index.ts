import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/applications';
import type { Deps } from '../../platform/deps';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import { addComment, getApplication, getHistory, removeFeedback, saveFeedback } from './detailService';
import { decideOnce, withDeclinedRow } from './rowService';
import * as service from './service';

export * from './arrivalRepository';
export * from './arrivalService';
export * from './repository';
export * from './rowService';
export * from './service';
export * from './detailService';
export * from './presenter';

export const registerApplications = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.putShortlist, async ({ user, requestId, params: { id }, body, request }) => {
    const call = { id, route: contract.putShortlist.id, key: request.headers['idempotency-key'], body };
    const set = async (keep: KeepAnswer) => ({
      application: await service.setShortlisted(deps, { user, requestId, keep }, id, body.isShortlisted),
    });
    return { payload: await decideOnce(deps, user, call, set) };
  });

  route(app, contract.putSeen, async ({ user, requestId, params }) => ({
    payload: { application: await service.markSeen(deps, user, requestId, params.id) },
  }));

  route(app, contract.getApplication, async ({ user, params }) => ({
    payload: { application: await getApplication(deps, user, params.id) },
  }));

  route(app, contract.getHistory, async ({ user, params, query }) => ({
    payload: await getHistory(deps, user, params.id, query.before),
  }));

  route(app, contract.postComment, async ({ user, requestId, body }) => ({
    payload: { comment: await addComment(deps, user, requestId, body) },
  }));

  route(app, contract.putFeedback, async ({ user, requestId, params, body }) => ({
    payload: await withDeclinedRow(deps, user, () => saveFeedback(deps, user, requestId, params, body)),
  }));

  route(app, contract.deleteFeedback, async ({ user, requestId, params, body }) => ({
    payload: await withDeclinedRow(deps, user, () => removeFeedback(deps, user, requestId, params.id, body)),
  }));
};
