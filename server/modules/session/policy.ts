import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { USER_TYPES } from '../../../contract/constants/roles';
import type { Credentials } from './repository';

/**
 * Why an account may not sign in here, or null when it may; asked only after a right password. Spec 1, point 6: workers
 * use another product, unknown types nothing of ours, and a company needs dashboard access.
 */
export const refusalOf = ({
  userType,
  dashboardAccess,
}: Pick<Credentials, 'userType' | 'dashboardAccess'>): ErrorKey | null => {
  if (userType === 'worker') return ERROR_KEYS.workerLogin;
  if (!USER_TYPES.some((known) => known === userType)) return ERROR_KEYS.unknownUserType;
  return userType === 'company' && !dashboardAccess ? ERROR_KEYS.noDashboardAccess : null;
};
