/** The kind of error that a case expects; a form has a text for each, the server a key. */
export type Refusal = 'required' | 'invalid' | 'email' | 'tooLong';

/** A change of a valid body with the field of its error (null: it is valid) and the kind. */
export interface ValidationCase {
  name: string;
  change: Record<string, unknown>;
  field: string | null;
  refusal?: Refusal;
}

export const HR_BODY = { firstName: 'Zeynep', lastName: 'Korkmaz', email: 'zeynep@example.com' };

const LONG = 'x'.repeat(256);

/** Cases that the form and the server must decide alike (docs/PRODUCT.md#hr-staff). */
export const HR_CASES: readonly ValidationCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no first name', change: { firstName: '' }, field: 'firstName', refusal: 'required' },
  { name: 'a first name of blanks', change: { firstName: '   ' }, field: 'firstName', refusal: 'required' },
  { name: 'a first name of 255', change: { firstName: 'x'.repeat(255) }, field: null },
  { name: 'a first name of 256', change: { firstName: LONG }, field: 'firstName', refusal: 'tooLong' },
  { name: 'no last name', change: { lastName: '' }, field: 'lastName', refusal: 'required' },
  { name: 'a last name of 256', change: { lastName: LONG }, field: 'lastName', refusal: 'tooLong' },
  { name: 'no email', change: { email: '' }, field: 'email', refusal: 'required' },
  { name: 'an email without an at', change: { email: 'zeynep.example.com' }, field: 'email', refusal: 'email' },
  { name: 'an email without a domain', change: { email: 'zeynep@' }, field: 'email', refusal: 'email' },
  { name: 'an email with a blank', change: { email: 'zey nep@example.com' }, field: 'email', refusal: 'email' },
  { name: 'markup as a name', change: { firstName: '<b>Zeynep</b>' }, field: null },
];
