import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { listHistory } from './historyRepository';
import { findApplication } from './repository';

/**
 * Returns what the caller's organisation did with an application, newest first. Throws 404 for an application outside
 * the caller's scope.
 */
export const getHistory = async ({ db }: Deps, user: AuthUser, applicationId: number, before?: number) => {
  const scope = ownerScope(user);
  const row = await findApplication(db, scope, applicationId);
  if (!row) throw notFound();
  const { organisationId } = scope;
  return listHistory(db, { organisationId, applicationId, workerId: row.workerId, before });
};
