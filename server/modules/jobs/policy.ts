import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AuthUser } from '../../platform/auth/authUser';
import { invalid } from '../../platform/errors';

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
