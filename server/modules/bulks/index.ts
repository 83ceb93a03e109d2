import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/decisions';
import type { Bulk } from '../../../contract/schemas/bulks';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import * as reads from './service';
import { undoBulk } from './service';

export * from './service';
export * from './runnerService';
export * from './actions';

/** 202 while the action is running. */
const answerOf = (bulk: Bulk) => ({
  status: bulk.finishedAt === null ? (202 as const) : (200 as const),
  payload: { bulk },
});

export const registerBulks = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.previewBulk, async ({ user, requestId, body }) => ({
    payload: { preview: await reads.previewBulk(deps, { user, requestId }, body) },
  }));

  route(app, contract.postBulk, async ({ user, requestId, body, request }) => {
    const options = { key: request.headers['idempotency-key'], log: request.log };
    return answerOf(await reads.startBulk(deps, { user, requestId }, body, options));
  });

  route(app, contract.getBulks, async ({ user }) => ({ payload: await reads.getBulks(deps, user) }));

  route(app, contract.getBulk, async ({ user, params }) => ({
    payload: { bulk: await reads.getBulk(deps, user, params.id) },
  }));

  route(app, contract.getBulkItems, ({ user, params, query }) => reads.getItems(deps, user, params.id, query));

  route(app, contract.undoBulk, async ({ user, requestId, params, request }) =>
    answerOf(await undoBulk(deps, { user, requestId }, params.id, request.log)),
  );
};
