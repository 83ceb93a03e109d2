import type { Scope } from '../../platform/auth/scope';
import { notFound } from '../../platform/errors';

/** Narrows the scope to one branch; 404 when a branch or a company names another than itself. */
export const scopeOfBranch = (scope: Scope, branchId: number | undefined): Scope => {
  if (branchId === undefined) return scope;
  if (scope.userId !== null && scope.userId !== branchId) throw notFound();
  return { organisationId: scope.organisationId, userId: branchId };
};
