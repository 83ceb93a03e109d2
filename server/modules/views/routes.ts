import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/views';
import type { Deps } from '../../platform/deps';
import { idempotently } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import { listViews } from './repository';
import { changeView, createView, removeView } from './service';

export const registerViews = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getViews, async ({ user }) => ({ payload: { views: await listViews(deps.db, user) } }));

  route(app, contract.postView, async ({ user, requestId, body, request }) => {
    const call = { userId: user.id, route: contract.postView.id, key: request.headers['idempotency-key'], body };
    return { payload: await idempotently(deps, call, (keep) => createView(deps, { user, requestId }, body, keep)) };
  });

  route(app, contract.putView, async ({ user, requestId, params, body }) => ({
    payload: { view: await changeView(deps, { user, requestId }, params.id, body) },
  }));

  route(app, contract.deleteView, async ({ user, requestId, params }) => {
    await removeView(deps, { user, requestId }, params.id);
    return { payload: null };
  });
};
