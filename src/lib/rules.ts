import { mixed, string } from 'yup';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, PHONE_DIGITS, TEXT_MAX } from '../../contract/constants/limits';
import type { MessageId } from './intl';

/** The server's `email` format: what it would refuse is said at the field. A test holds the two together. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

/** A yup message as forms want it: an id of a text and its values (`min` or `max`). */
export const ruleMessage =
  (id: 'validation.tooShort' | 'validation.tooLong') =>
  ({ min, max }: { min?: number; max?: number }) => ({ id, values: { min, max } });

/** An email that must be there, `required` says so; the blanks around it do not count. Spec 1, point 5. */
export const emailRule = (required: MessageId = 'validation.required') =>
  string()
    .trim()
    .required(required)
    .matches(EMAIL, 'validation.email')
    .max(EMAIL_MAX, ruleMessage('validation.tooLong'));

/** A text with something to see in it, at most `max` characters. */
export const requiredText = (max = TEXT_MAX) =>
  string().trim().required('validation.required').max(max, ruleMessage('validation.tooLong'));

/** A text that may be missing, at most `max` characters. */
export const optionalText = (max = TEXT_MAX) => string().trim().nullable().max(max, ruleMessage('validation.tooLong'));

/** A password, 6 to 16 characters; blanks count. Spec 1, point 5. */
export const passwordRule = () =>
  string()
    .required('validation.required')
    .min(PASSWORD_MIN, ruleMessage('validation.tooShort'))
    .max(PASSWORD_MAX, ruleMessage('validation.tooLong'));

/** Exactly ten digits, without the country's code. Spec 1, point 5. */
export const phoneRule = () =>
  string()
    .required('validation.required')
    .matches(new RegExp(`^\\d{${PHONE_DIGITS}}$`), 'validation.phone');

/** Digits with an optional minus sign, or nothing; at most `max` characters. Spec 1, point 5, "integer rule". */
export const integerRule = (max = TEXT_MAX) =>
  string()
    .trim()
    .nullable()
    .matches(/^-?\d+$/, { message: 'validation.integer', excludeEmptyString: true })
    .max(max, ruleMessage('validation.tooLong'));

/** Something must be chosen: a place, an entry of a list. */
export const chosenRule = () => mixed().required('validation.required');

/** What is left of a typed or pasted phone number: its digits without `+90`, `0090` or a leading 0, ten at most. */
export const phoneDigits = (text: string, phoneCode = ''): string => {
  const code = phoneCode.replace(/\D/g, '');
  let digits = text.replace(/\D/g, '').replace(/^00/, '');
  const hasCode =
    code !== '' && digits.startsWith(code) && (text.trim().startsWith('+') || digits.length > PHONE_DIGITS);
  if (hasCode) digits = digits.slice(code.length);
  if (digits.length > PHONE_DIGITS || digits.startsWith('0')) digits = digits.replace(/^0+/, '');
  return digits.slice(0, PHONE_DIGITS);
};
