import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { RegisterBody } from '../../../contract/schemas/account';
import type { Place } from '../../../contract/schemas/reference';
import type { Failure } from '../kit/failure';

/** What the registration form keeps while one is elsewhere: everything but the password. */
export interface RegistrationDraft {
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Id of a country as text, empty while none is chosen. */
  country: string;
  phone: string;
  place: Place | null;
  agreement: boolean;
}

export type RegistrationRequest = RegisterBody;

/** `form`: said in the form; `dialog`: a dialog of its own; `page`: the error page. Spec 2, point 8, "Register". */
export type RegistrationFailurePlace = 'form' | 'dialog' | 'page';

/** Where a failed registration is told. */
export const placeOfFailure = ({ status, key, fields }: Failure): RegistrationFailurePlace => {
  if (status === 500) return 'page';
  return key === ERROR_KEYS.unknown && !fields ? 'dialog' : 'form';
};

/** True when the phone must be verified anew: its proof is wrong, used or too old. */
export const refusesPhoneProof = ({ key, fields }: Failure): boolean =>
  key === ERROR_KEYS.phoneCodeWrong || fields?.phoneVerifyCode !== undefined;

/** True for a mailed link that no longer serves. */
export const isInvalidToken = ({ key, status }: Failure): boolean => key === ERROR_KEYS.invalidToken || status === 404;
