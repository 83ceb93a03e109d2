import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import type { FormField } from '../../../contract/schemas/reference';
import { isType, type SessionUser } from '../session';
import type { Failure } from '../kit/failure';
import { lacksPassword } from '../kit/password';

/** Companies and root change their profile; branches and HR accounts read it. Spec 1, points 2 and 6. */
export const canEditProfile = (user: SessionUser): boolean => isType(user, 'company', 'root');

export type FieldDemand = 'hidden' | 'optional' | 'required';

/** Shown only where the form's definition says so; any other field that it does not name is there and optional. */
const ONLY_WHEN_NAMED: readonly string[] = ['taxOffice', 'taxOfficeNumber'];

/** What no profile can do without, whatever the definition says. Spec 1, point 5, "profile form". */
const ALWAYS_REQUIRED: readonly string[] = ['firstName', 'lastName', 'email', 'phone', 'location'];

/** Whether a form's definition hides, shows or demands a field. Spec 1, point 2. */
export const fieldDemand = (fields: readonly FormField[], name: string): FieldDemand => {
  if (ALWAYS_REQUIRED.includes(name)) return 'required';
  const field = fields.find((one) => one.name === name);
  if (!field) return ONLY_WHEN_NAMED.includes(name) ? 'hidden' : 'optional';
  if (!field.isActive) return 'hidden';
  return field.isRequired ? 'required' : 'optional';
};

/** Whether tax office and number are asked for and shown. */
export const hasTaxOffice = (fields: readonly FormField[]): boolean => fieldDemand(fields, 'taxOffice') !== 'hidden';

/** What the form says itself; any other failure goes to the error page. Spec 1, point 8. No answer keeps what was typed. */
export const isShownInProfileForm = (failure: Failure): boolean =>
  ['invalid', 'network', 'limited'].includes(failure.kind) || lacksPassword(failure);

/** What the form holds; `taxOfficeNumber` and the texts are empty where nothing was entered. */
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

/** What is sent, and what was typed: that is kept if the error page takes over. */
export interface ProfileSubmission {
  body: ProfileUpdateBody;
  values: ProfileValues;
}
