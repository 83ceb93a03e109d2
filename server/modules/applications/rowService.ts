import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope, type Scope } from '../../platform/auth/guard';
import type { Change } from '../../platform/change';
import type { Db } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { idempotently, type KeepAnswer, type RepeatableCall } from '../../platform/http/idempotency';
import { presentApplication, type PresenterDeps } from './presenter';
import { findApplication } from './repository';

const readRow = async (db: Db, deps: PresenterDeps, scope: Scope, id: number): Promise<ApplicationRow> => {
  const row = await findApplication(db, scope, id);
  if (!row) throw notFound();
  return presentApplication(row, deps);
};

/** Returns the row of an application after a change. Throws 404 for one outside the scope. */
export const changedRow = async (
  { trx, refresh }: Change,
  deps: PresenterDeps,
  scope: Scope,
  id: number,
): Promise<ApplicationRow> => {
  await refresh();
  return readRow(trx, deps, scope, id);
};

/** Does `work`. Its 409 `application.declined` brings the row, so that the caller sees who declined and when. */
export const withDeclinedRow = async <T>(deps: Deps, user: AuthUser, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.options.declinedId !== undefined) {
      const row = await findApplication(deps.db, ownerScope(user), error.options.declinedId);
      if (row) error.options.application = presentApplication(row, deps);
    }
    throw error;
  }
};

/**
 * Does a decision about one application once for its Idempotency-Key. The row is not stored with the key, so a repeat gets
 * it as it is now.
 */
export const decideOnce = async <T extends { application: ApplicationRow }>(
  deps: Deps,
  user: AuthUser,
  { id, ...call }: Omit<RepeatableCall, 'userId'> & { id: number },
  work: (keep: KeepAnswer) => Promise<T>,
): Promise<T> => {
  const repeatable = { ...call, userId: user.id, body: { id, body: call.body } };
  const answer = await withDeclinedRow(deps, user, () =>
    idempotently<T | Omit<T, 'application'>>(deps, repeatable, work),
  );
  if ('application' in answer) return answer;
  return { ...answer, application: await readRow(deps.db, deps, ownerScope(user), id) } as T;
};
