import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PHONE_INVALID_CODE } from '../../../contract/constants/limits';
import type { SendCodeBody, VerifyPhoneBody, VerifyPhonePayload } from '../../../contract/schemas/account';
import { ApiError } from '../../lib/http';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** The key of an invalid phone also stands for other things that were not found; only its code tells. Spec 1, point 8. */
const withoutOtherNotFound = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.key !== ERROR_KEYS.phoneInvalid) return error;
  const { code } = (error.payload ?? {}) as { code?: unknown };
  return code === PHONE_INVALID_CODE ? error : new ApiError({ ...error, key: ERROR_KEYS.unknown });
};

/** Sends a code to a phone that must belong to nobody; `resend` the same code again. */
export const putSendCode = async ({ main }: Api, body: Omit<SendCodeBody, 'isVerify'>, signal?: AbortSignal) => {
  try {
    const path = '/verify-phone-send-code';
    return await main.request<{ status: string }>({ method: 'PUT', path, body: { ...body, isVerify: true }, signal });
  } catch (error) {
    throw withoutOtherNotFound(error);
  }
};

export const postVerifyPhone = async (
  { main }: Api,
  body: VerifyPhoneBody,
  signal?: AbortSignal,
): Promise<VerifyPhonePayload> =>
  (await main.request<VerifyPhonePayload>({ method: 'POST', path: '/update-phone-verify', body, signal })).payload;
