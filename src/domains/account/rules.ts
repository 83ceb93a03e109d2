import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { RegisterBody } from '../../../contract/schemas/account';
import type { Place } from '../../../contract/schemas/reference';
import type { Failure } from '../kit/failure';

/** Values of the registration form that survive leaving it: all but the password. */
export interface RegistrationDraft {
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Id of a country as text; empty until the user chooses one. */
  country: string;
  phone: string;
  place: Place | null;
  agreement: boolean;
}

export type RegistrationRequest = RegisterBody;

/**
 * Where an error appears. `form`: in the form; `dialog`: in a dialog; `page`: on the error page. See
 * docs/PRODUCT.md#registration.
 */
type RegistrationFailurePlace = 'form' | 'dialog' | 'page';

/** Returns where a failed registration shows its error. */
export const placeOfFailure = ({ status, key, fields }: Failure): RegistrationFailurePlace => {
  if (status === 500) return 'page';
  return key === ERROR_KEYS.unknown && !fields ? 'dialog' : 'form';
};

/** True when the user must verify the phone again: the proof is wrong, used or too old. */
export const refusesPhoneProof = ({ key, fields }: Failure): boolean =>
  key === ERROR_KEYS.phoneCodeWrong || fields?.phoneVerifyCode !== undefined;

/** True for a mailed link that is no longer valid. */
export const isInvalidToken = ({ key, status }: Failure): boolean => key === ERROR_KEYS.invalidToken || status === 404;
