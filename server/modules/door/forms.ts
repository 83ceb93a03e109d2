import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile';
import {
  APPLICANT_NAME_MAX,
  OFFERED_DAYS,
  OFFERED_EXPERIENCE,
  OFFERED_PARTS,
  OFFERED_STARTS,
  type OfferedDay,
  type OfferedExperience,
  type OfferedPart,
  type OfferedStart,
} from '../../../contract/constants/door';
import { withLatinDigits, withoutUnseen } from '../../../contract/constants/text';
import { SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import type { WaitReason } from './limits';

export type Field = 'firstName' | 'lastName' | 'phone' | 'code' | 'adult' | 'form';

/** Why a field was refused; the text is `error.<problem>`. */
export type Problem =
  | 'required'
  | 'tooLong'
  | 'invalid'
  | 'phone'
  | 'phoneCountry'
  | 'code'
  | 'codeDead'
  | 'codeTries'
  | 'resendSoon'
  | 'adult'
  | WaitReason;
export type Problems = Partial<Record<Field, Problem>>;

/** A form with what is wrong in it, or with what it says. */
export type Read<T> = { problems: Problems } | { value: T };

const isEmpty = (problems: Problems): boolean => Object.keys(problems).length === 0;

// Control characters; PostgreSQL refuses the first of them.
const CONTROL = /[\u0000-\u001f\u007f]/;

const nameProblem = (text: string, isRequired: boolean): Problem | undefined => {
  if (text === '') return isRequired ? 'required' : undefined;
  if (CONTROL.test(text) || !/\p{L}/u.test(text)) return 'invalid';
  return text.length > APPLICANT_NAME_MAX ? 'tooLong' : undefined;
};

const trimmed = (form: URLSearchParams, field: string): string => withoutUnseen(form.get(field) ?? '').trim();

export interface Person {
  firstName: string;
  lastName: string;
  /** Without the country calling code. */
  phone: string;
  countryCode: string;
}

/** Reads who applies. A number without a country calling code is one of the marketplace's country. */
export const readPerson = (form: URLSearchParams, countryCode: string): Read<Person> => {
  const [firstName, lastName, typed] = [
    trimmed(form, 'firstName'),
    trimmed(form, 'lastName'),
    withLatinDigits(trimmed(form, 'phone')).slice(0, APPLICANT_NAME_MAX),
  ];
  const parsed = parsePhoneNumberFromString(typed, countryCode as CountryCode);
  const [first, last] = [nameProblem(firstName, true), nameProblem(lastName, false)];
  const problems: Problems = { ...(first && { firstName: first }), ...(last && { lastName: last }) };
  if (typed === '') problems.phone = 'required';
  else if (!parsed?.isValid() || !parsed.country) problems.phone = 'phone';
  if (!isEmpty(problems) || !parsed?.country) return { problems };
  return { value: { firstName, lastName, phone: parsed.nationalNumber, countryCode: parsed.country } };
};

export interface Answers {
  code: string;
  days: OfferedDay[];
  parts: OfferedPart[];
  start: OfferedStart | null;
  /** In the job's position; null for no answer. */
  experience: OfferedExperience | null;
  /** Wants to be told of new jobs. */
  joinsRoster: boolean;
}

const CODE = new RegExp(`^\\d{${SMS_CODE_DIGITS}}$`);

const chosen = <T extends string>(form: URLSearchParams, field: string, offered: readonly T[]): T[] =>
  offered.filter((one) => form.getAll(field).includes(one));

/** Reads the second form. `asksCode`: the phone is not proved yet. `asksAdult`: the job is for adults. */
export const readAnswers = (
  form: URLSearchParams,
  { asksCode, asksAdult }: { asksCode: boolean; asksAdult: boolean },
): Read<Answers> => {
  const code = withLatinDigits(trimmed(form, 'code')).replaceAll(' ', '');
  const problems: Problems = {};
  if (asksCode && !CODE.test(code)) problems.code = code === '' ? 'required' : 'code';
  if (asksAdult && form.get('adult') !== 'yes') problems.adult = 'adult';
  if (!isEmpty(problems)) return { problems };
  return {
    value: {
      code,
      days: chosen(form, 'days', OFFERED_DAYS),
      parts: chosen(form, 'parts', OFFERED_PARTS),
      start: chosen(form, 'start', OFFERED_STARTS)[0] ?? null,
      experience: OFFERED_EXPERIENCE.find((months) => String(months) === form.get('experience')) ?? null,
      joinsRoster: form.get('roster') === 'yes',
    },
  };
};

/** Returns whether the field that people do not see is filled in, as robots and some form fillers do. */
export const isTrapped = (form: URLSearchParams): boolean => trimmed(form, 'website') !== '';
