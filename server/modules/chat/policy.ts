import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import { invalid, notFound } from '../../platform/errors';

/**
 * Returns the account of the requested inbox: the caller's own (branches, companies) or the branch that root and HR
 * name (400 without one).
 */
export const namedSide = (user: AuthUser, named: number | undefined): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (named === undefined) throw invalid({ user_id: ERROR_KEYS.fieldRequired });
    return named;
  }
  if (named !== undefined && named !== userId) throw notFound();
  return userId;
};
