import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { idempotently, type KeepAnswer, type RepeatableCall } from '../../platform/http/idempotency';
import { presentApplication } from './presenter';
import { findApplication } from './repository';

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
  const row = await findApplication(deps.db, ownerScope(user), id);
  if (!row) throw notFound();
  return { ...answer, application: presentApplication(row, deps) } as T;
};
