import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import { invalid, notFound } from '../../platform/errors';

/**
 * Returns the account of the requested inbox: the caller's own (branches, companies) or the branch that root and HR
 * name (400 without one).
 */
export const requestedUserId = (user: AuthUser, requested: number | undefined): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (requested === undefined) throw invalid({ user_id: ERROR_KEYS.fieldRequired });
    return requested;
  }
  if (requested !== undefined && requested !== userId) throw notFound();
  return userId;
};
