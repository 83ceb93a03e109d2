import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import type { FormField } from '../../../contract/schemas/reference';
import { isType, type SessionUser } from '../session';

/**
 * Only companies and root may change their profile; branches and HR staff only read it. See
 * docs/PRODUCT.md#permissions.
 */
export const canEditProfile = (user: SessionUser): boolean => isType(user, 'company', 'root');

/** Root and companies may read and change the organisation's settings; HR staff may only read them. */
export const canReadSettings = (user: SessionUser): boolean => isType(user, 'company', 'hr_account', 'root');

/** Delays, in minutes, after which declined applicants may be told. */
const NOTICE_DELAYS = [0, 30, 120, 1_440, 4_320];

/** Returns the delays that the form offers, in order; a current one that another client set is among them. */
export const noticeDelays = (current: number): number[] =>
  [...new Set([...NOTICE_DELAYS, current])].sort((one, two) => one - two);

const UNITS = [
  { unit: 'days', minutes: 1_440 },
  { unit: 'hours', minutes: 60 },
  { unit: 'minutes', minutes: 1 },
] as const;

/** Returns a delay in the largest unit that divides it, or `now` for none. */
export const delayOf = (minutes: number): { unit: 'now' | 'days' | 'hours' | 'minutes'; count: number } => {
  const fitting = minutes > 0 && UNITS.find((one) => minutes % one.minutes === 0);
  return fitting ? { unit: fitting.unit, count: minutes / fitting.minutes } : { unit: 'now', count: 0 };
};

export type FieldRequirement = 'hidden' | 'optional' | 'required';

/** Fields that appear only if the form's definition names them; all other unnamed fields are optional. */
const ONLY_WHEN_NAMED: readonly string[] = ['taxOffice', 'taxOfficeNumber'];

/** Fields that are always required, whatever the definition says. See docs/PRODUCT.md#profile-form. */
const ALWAYS_REQUIRED: readonly string[] = ['firstName', 'lastName', 'email', 'phone', 'location'];

/** Returns whether a form's definition hides, shows or requires a field. */
export const fieldRequirement = (fields: readonly FormField[], name: string): FieldRequirement => {
  if (ALWAYS_REQUIRED.includes(name)) return 'required';
  const field = fields.find((one) => one.name === name);
  if (!field) return ONLY_WHEN_NAMED.includes(name) ? 'hidden' : 'optional';
  if (!field.isActive) return 'hidden';
  return field.isRequired ? 'required' : 'optional';
};

export const hasTaxOffice = (fields: readonly FormField[]): boolean =>
  fieldRequirement(fields, 'taxOffice') !== 'hidden';

/** Values of the form; `taxOfficeNumber` and the texts are empty without input. */
export interface ProfileValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  taxOffice: { id: number; name: string } | null;
  taxOfficeNumber: string;
  commercialTitle: string;
  website: string;
  companyAddress: string;
  location: { name: string; latitude: number; longitude: number } | null;
}

/** The request body, and the form's values for a return from the error page. */
export interface ProfileSubmission {
  body: ProfileUpdateBody;
  values: ProfileValues;
}
