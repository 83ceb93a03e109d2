import { mixed, string } from 'yup';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, PHONE_DIGITS, TEXT_MAX } from '../../contract/constants/limits';
import { asEmail, withLatinDigits, withoutUnseen } from '../../contract/constants/cleanText';
import type { MessageId } from './intl';

/** The server's `email` format, so that the field shows what the server would refuse. A test compares the two. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

/** Returns a yup message for forms: the id of a text and its values (`min` or `max`). */
export const ruleMessage =
  (id: 'validation.tooShort' | 'validation.tooLong') =>
  ({ min, max }: { min?: number; max?: number }) => ({ id, values: { min, max } });

/** Cleans a text as the server does before it stores it, so that both check the same text. */
const cleaned =
  (clean: (text: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? clean(value) : value;

/** The first letter or sign that no address has, such as the Ş that a Turkish keyboard types. */
const NOT_IN_EMAIL = /[^\sA-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]/u;

/** Returns the message about a refused email, which names what cannot be in one. */
const emailMessage = ({ value }: { value: string }) => {
  const [letter] = NOT_IN_EMAIL.exec(value) ?? [];
  return letter === undefined ? 'validation.email' : { id: 'validation.emailLetter', values: { letter } };
};

/**
 * Requires a valid email; `required` is the message for a missing one. Ignores surrounding blanks. See
 * docs/PRODUCT.md#field-rules.
 */
export const emailRule = (required: MessageId = 'validation.required') =>
  string()
    .transform(cleaned(asEmail))
    .trim()
    .required(required)
    .matches(EMAIL, emailMessage)
    .max(EMAIL_MAX, ruleMessage('validation.tooLong'));

/** Requires a text with visible characters, at most `max`. */
export const requiredText = (max = TEXT_MAX) =>
  string()
    .transform(cleaned(withoutUnseen))
    .trim()
    .required('validation.required')
    .max(max, ruleMessage('validation.tooLong'));

/** Accepts a missing text or one with at most `max` characters. */
export const optionalText = (max = TEXT_MAX) => string().trim().nullable().max(max, ruleMessage('validation.tooLong'));

/** Requires a password of 6 to 16 characters; blanks count. See docs/PRODUCT.md#field-rules. */
export const passwordRule = () =>
  string()
    .required('validation.required')
    .min(PASSWORD_MIN, ruleMessage('validation.tooShort'))
    .max(PASSWORD_MAX, ruleMessage('validation.tooLong'));

/** Requires exactly ten digits, without the country code. See docs/PRODUCT.md#field-rules. */
export const phoneRule = () =>
  string()
    .required('validation.required')
    .matches(new RegExp(`^\\d{${PHONE_DIGITS}}$`), 'validation.phone');

/**
 * Accepts digits with an optional minus sign, or nothing; at most `max` characters. See docs/PRODUCT.md#field-rules.
 */
export const integerRule = (max = TEXT_MAX) =>
  string()
    .trim()
    .nullable()
    .matches(/^-?\d+$/, { message: 'validation.integer', excludeEmptyString: true })
    .max(max, ruleMessage('validation.tooLong'));

/** Requires a choice, such as a place or an entry of a list. */
export const chosenRule = () => mixed().required('validation.required');

/** Returns the digits of a typed or pasted phone number without `+90`, `0090` or a leading 0, at most ten. */
export const phoneDigits = (text: string, phoneCode = ''): string => {
  const code = phoneCode.replace(/\D/g, '');
  let digits = withLatinDigits(text).replace(/\D/g, '').replace(/^00/, '');
  const hasCode =
    code !== '' && digits.startsWith(code) && (text.trim().startsWith('+') || digits.length > PHONE_DIGITS);
  if (hasCode) digits = digits.slice(code.length);
  if (digits.length > PHONE_DIGITS || digits.startsWith('0')) digits = digits.replace(/^0+/, '');
  return digits.slice(0, PHONE_DIGITS);
};
