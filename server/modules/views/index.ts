import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { VIEWS_MAX } from '../../../contract/constants/views';
import type { SavedView, ViewBody, ViewChangeBody, ViewQuery } from '../../../contract/schemas/views';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict, invalid, notFound } from '../../platform/errors';
import { type KeepAnswer, idempotently } from '../../platform/http/idempotency';
import { checkScope } from '../search';
import * as repository from './repository';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/routes/views';
import { route } from '../../platform/http/route';
import { listViews } from './repository';

const record = ({ trx, clock }: Change, { user, requestId }: Caller, action: string, id: number, isShared: boolean) =>
  audit({ trx, clock }, userActor({ user, requestId }), `view.${action}`, ['view', id], { isShared });

/** Throws 404 when the query names a job or a branch outside the caller's scope. */
const checkQuery = async (deps: Deps, user: AuthUser, query: ViewQuery): Promise<void> => {
  const caller = ownerScope(user);
  await checkScope(deps, caller, scopeOfBranch(caller, query.branchId), query);
};

/** Throws 400 when a caller other than HR and root shares a view. */
const checkSharing = (user: AuthUser, isShared: boolean | undefined): void => {
  if (isShared && ownerScope(user).userId !== null) throw invalid({ isShared: ERROR_KEYS.fieldInvalid });
};

/** Saves a view. Throws 409 `view.too_many` above 50 of one user, and 404 for a job or a branch of others. */
const createView = async (
  deps: Deps,
  caller: Caller,
  body: ViewBody,
  keep: KeepAnswer,
): Promise<{ view: SavedView }> => {
  const { user } = caller;
  checkSharing(user, body.isShared);
  await checkQuery(deps, user, body.query);
  return inChange(deps, async (change) => {
    if ((await repository.countOwn(change.trx, user)) >= VIEWS_MAX) throw conflict(ERROR_KEYS.viewsFull);
    const named = { ...body, name: body.name.trim() };
    const view = await repository.insertView(change.trx, user, named, change.now);
    await record(change, caller, 'saved', view.id, view.isShared);
    await keep(change.trx, { view });
    return { view };
  });
};

/**
 * Changes a view. Throws 404 for a view that the caller may not change, 409 `view.changed` when somebody changed it
 * since `version`, and 400 on `isShared` for anyone but its owner.
 */
const changeView = async (deps: Deps, caller: Caller, id: number, body: ViewChangeBody): Promise<SavedView> => {
  const { user } = caller;
  const { version, ...changes } = body;
  checkSharing(user, body.isShared);
  if (body.query) await checkQuery(deps, user, body.query);
  return inChange(deps, async (change) => {
    const before = await repository.lockView(change.trx, user, id);
    if (!before) throw notFound();
    if (!before.isOwn && body.isShared === false) throw invalid({ isShared: ERROR_KEYS.fieldInvalid });
    if (before.version !== version) throw conflict(ERROR_KEYS.viewChanged);
    const named = { ...changes, ...(body.name !== undefined && { name: body.name.trim() }) };
    const view = await repository.updateView(change.trx, user, id, named);
    await record(change, caller, 'changed', id, view.isShared);
    return view;
  });
};

/** Deletes a view. Throws 404 for one that the caller may not change. */
const removeView = (deps: Deps, caller: Caller, id: number): Promise<void> =>
  inChange(deps, async (change) => {
    const before = await repository.lockView(change.trx, caller.user, id);
    if (!before) throw notFound();
    await repository.deleteView(change.trx, caller.user, id);
    await record(change, caller, 'deleted', id, before.isShared);
  });

export const registerViews = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getViews, async ({ user }) => ({ payload: { views: await listViews(deps.db, user) } }));

  route(app, contract.postView, async ({ user, requestId, body, request }) => {
    const call = { userId: user.id, route: contract.postView.id, key: request.headers['idempotency-key'], body };
    return { payload: await idempotently(deps, call, (keep) => createView(deps, { user, requestId }, body, keep)) };
  });

  route(app, contract.putView, async ({ user, requestId, params, body }) => ({
    payload: { view: await changeView(deps, { user, requestId }, params.id, body) },
  }));

  route(app, contract.deleteView, ({ user, requestId, params }) => removeView(deps, { user, requestId }, params.id));
};
