import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PHONE_INVALID_CODE } from '../../../contract/constants/limits';
import type { SendCodeBody } from '../../../contract/schemas/account';
import type { Api } from '../../lib/api';
import { ApiError } from '../../lib/http';

/**
 * Turns a 404 about other missing data into an unknown error: it shares the key of an invalid phone, and only the code
 * tells them apart.
 */
const withoutOtherNotFound = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.key !== ERROR_KEYS.phoneInvalid) return error;
  const { code } = (error.payload ?? {}) as { code?: unknown };
  return code === PHONE_INVALID_CODE ? error : new ApiError({ ...error, key: ERROR_KEYS.unknown });
};

/** Sends a code to a phone that belongs to no account; `resend` sends the same code again. */
export const putSendCode = async (api: Api, body: Omit<SendCodeBody, 'isVerify'>) => {
  try {
    return await api.call('PUT /verify-phone-send-code', { body: { ...body, isVerify: true } });
  } catch (error) {
    throw withoutOtherNotFound(error);
  }
};
