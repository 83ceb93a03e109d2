import { notFound } from '../errors';
import type { AuthUser } from './authUser';

/** The rows that a user sees and changes: those of a whole organisation, or those of one branch or company in it. */
export interface Scope {
  organisationId: number;
  /** Null means the whole organisation. */
  userId: number | null;
}

/** HR staff and root reach their whole organisation. Branches and companies reach only their own rows. */
export const ownerScope = ({ id, organisationId, userType }: AuthUser): Scope => ({
  organisationId,
  userId: userType === 'hr_account' || userType === 'root' ? null : id,
});

/** Narrows a scope to one branch. Throws 404 when a branch or company names another account. */
export const scopeOfBranch = (scope: Scope, branchId: number | undefined): Scope => {
  if (branchId === undefined) return scope;
  if (scope.userId !== null && scope.userId !== branchId) throw notFound();
  return { organisationId: scope.organisationId, userId: branchId };
};
