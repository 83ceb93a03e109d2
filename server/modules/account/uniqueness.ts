import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { invalid } from '../../platform/errors';
import { emailIsTaken } from './repository';

const UNIQUE_VIOLATION = '23505';

const emailTaken = () => invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
export const phoneTaken = () => invalid({ phone: ERROR_KEYS.phoneNotUnique }, ERROR_KEYS.phoneNotUnique);
/** Throws the 400 of an email that an account has or can still get back; the unique index misses the latter. */
export const refuseTakenEmail = async (...wanted: Parameters<typeof emailIsTaken>): Promise<void> => {
  if (await emailIsTaken(...wanted)) throw emailTaken();
};
export const proofMissing = () => invalid({ phoneVerifyCode: ERROR_KEYS.phoneCodeWrong }, ERROR_KEYS.phoneCodeWrong);

/**
 * Turns a violation of the unique index into the 400 of a taken email or phone, so that a simultaneous request fails
 * like a later one.
 */
export const throwTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION && constraint === 'users_email') throw emailTaken();
  if (code === UNIQUE_VIOLATION && constraint === 'users_phone') throw phoneTaken();
  throw error;
};
