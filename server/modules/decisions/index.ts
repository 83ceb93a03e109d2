import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/decisions';
import type { Deps } from '../../platform/deps';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import { decideOnce } from '../applications';
import { decline, reopen } from './declineService';

export * from './decideAll';
export * from './declineService';
export * from './noticeService';
export * from './repository';
export * from './rules';

export const registerDecisions = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.putDecline, async ({ user, requestId, params: { id }, body, request }) => {
    const call = { id, route: contract.putDecline.id, key: request.headers['idempotency-key'], body };
    const work = (keep: KeepAnswer) => decline({ deps, user, requestId, id, keep }, body);
    return { payload: await decideOnce(deps, user, call, work) };
  });

  route(app, contract.deleteDecline, async ({ user, requestId, params: { id }, request }) => {
    const call = { id, route: contract.deleteDecline.id, key: request.headers['idempotency-key'], body: null };
    return { payload: await decideOnce(deps, user, call, (keep) => reopen({ deps, user, requestId, id, keep })) };
  });
};
