import { boolean, object, string } from 'yup';
import type { RegistrationDraft, RegistrationRequest } from '../../domains/account';
import { locationText } from '../../lib/location';
import { chosenRule, emailRule, passwordRule, phoneRule, requiredText } from '../../lib/rules';

export interface RegisterValues extends RegistrationDraft {
  password: string;
}

/** Rules of the registration form: docs/PRODUCT.md#registration. */
export const registerSchema = object({
  companyName: requiredText(),
  firstName: requiredText(),
  lastName: requiredText(),
  email: emailRule(),
  country: string().required('validation.required'),
  phone: phoneRule(),
  password: passwordRule(),
  place: chosenRule(),
  agreement: boolean().oneOf([true], 'validation.agreement'),
});

export const emptyDraft: RegistrationDraft = {
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  country: '',
  phone: '',
  place: null,
  agreement: false,
};

/** Returns the values without the password, which only memory may hold. */
export const toDraft = ({ password: _password, ...draft }: RegisterValues): RegistrationDraft => draft;

/** A verified phone; the code is valid only for this number and country. */
export interface PhoneProof {
  phone: string;
  country: string;
  phoneVerifyCode: string;
}

/** The route state of this page, which survives a reload. */
export interface RegisterRoute {
  draft: RegistrationDraft | null;
  proof: PhoneProof | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the route state: `values` without the password and, after /sms-verify, `phoneVerifyCode`. */
export const readRoute = (state: unknown): RegisterRoute => {
  const { values, phoneVerifyCode } = (state ?? {}) as { values?: unknown; phoneVerifyCode?: unknown };
  if (typeof values !== 'object' || values === null) return { draft: null, proof: null };
  const draft = { ...emptyDraft, ...values };
  const { phone, country } = draft;
  return { draft, proof: isText(phoneVerifyCode) ? { phone, country, phoneVerifyCode } : null };
};

/** Returns the code that verifies the form's phone, or null if the phone has changed. */
export const codeFor = (proof: PhoneProof | null, { phone, country }: RegisterValues): string | null =>
  proof && proof.phone === phone && proof.country === country ? proof.phoneVerifyCode : null;

export const toField = (path: string): string => (path.startsWith('location') ? 'place' : path);

export const toRequest = (values: RegisterValues, phoneVerifyCode: string): RegistrationRequest => ({
  email: values.email.trim(),
  password: values.password,
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  companyName: values.companyName.trim(),
  phone: values.phone,
  country: Number(values.country),
  location: locationText(values.place ?? { latitude: 0, longitude: 0 }),
  agreement: true,
  phoneVerifyCode,
});
