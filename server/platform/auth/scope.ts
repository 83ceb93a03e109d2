import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { invalid, notFound } from '../errors';
import type { AuthUser } from './authUser';

/** The rows that a user may read and change: those of the whole organisation, or those of one branch or company. */
export interface Scope {
  organisationId: number;
  /** Null means the whole organisation. */
  userId: number | null;
}

/**
 * Returns the scope of a user: HR staff and root reach the whole organisation; branches and companies reach only their
 * own rows.
 */
export const ownerScope = ({
  id,
  organisationId,
  userType,
}: Pick<AuthUser, 'id' | 'organisationId' | 'userType'>): Scope => ({
  organisationId,
  userId: userType === 'hr_account' || userType === 'root' ? null : id,
});

/** Narrows a scope to one branch. Throws 404 when a branch or company names another account. */
export const scopeOfBranch = (scope: Scope, branchId: number | undefined): Scope => {
  if (branchId === undefined) return scope;
  if (scope.userId !== null && scope.userId !== branchId) throw notFound();
  return { organisationId: scope.organisationId, userId: branchId };
};

/**
 * Returns the account for which a request acts. Root and HR must name a branch (400 on `field` otherwise). For others
 * it is their own account (404 when they name another). A text is ignored: older clients send their token there.
 */
export const requestedOwnerId = (user: AuthUser, named: number | string | undefined, field: string): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (typeof named !== 'number') throw invalid({ [field]: ERROR_KEYS.fieldRequired });
    return named;
  }
  if (typeof named === 'number' && named !== userId) throw notFound();
  return userId;
};
