import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import { invalid, notFound } from '../../platform/errors';

/**
 * Returns the account that will own a new job or place of work. Root and HR must name a branch (400 on `field` otherwise). For
 * others it is their own account (404 when they name another). A text is ignored: older clients send their token there.
 */
export const requestedOwnerId = (user: AuthUser, requested: number | string | undefined, field: string): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (typeof requested !== 'number') throw invalid({ [field]: ERROR_KEYS.fieldRequired });
    return requested;
  }
  if (typeof requested === 'number' && requested !== userId) throw notFound();
  return userId;
};

/** Throws 400 when HR creates a job for itself: HR creates jobs only for branches. */
export const refuseOwnJobOfHr = (user: AuthUser, isCreatingForBranchAccount: boolean | undefined): void => {
  if (user.userType === 'hr_account' && isCreatingForBranchAccount === false)
    throw invalid({ isCreatingForBranchAccount: ERROR_KEYS.fieldInvalid });
};

/** Throws 400 when an edit names another owner. The user's own id is ignored there. */
export const refuseOtherOwner = (user: AuthUser, ownerId: number, requested: number | string | undefined): void => {
  if (typeof requested === 'number' && requested !== ownerId && requested !== user.id)
    throw invalid({ targetUser: ERROR_KEYS.fieldInvalid });
};
