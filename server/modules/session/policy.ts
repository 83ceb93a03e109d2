import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { USER_TYPES } from '../../../contract/constants/roles';
import type { Credentials } from './repository';

/**
 * Returns why an account may not sign in, or null when it may. Callers ask only after a right password. Workers use
 * another product, unknown roles may use none, and a company needs dashboard access (docs/PRODUCT.md#sign-in).
 */
export const refusalOf = ({
  userType,
  dashboardAccess,
}: Pick<Credentials, 'userType' | 'dashboardAccess'>): ErrorKey | null => {
  if (userType === 'worker') return ERROR_KEYS.workerLogin;
  if (!USER_TYPES.some((known) => known === userType)) return ERROR_KEYS.unknownUserType;
  return userType === 'company' && !dashboardAccess ? ERROR_KEYS.noDashboardAccess : null;
};
