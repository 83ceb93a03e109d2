import { getExampleNumber, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import examples from 'libphonenumber-js/mobile/examples';
import type { Deps } from '../../platform/deps';
import { COUNTRIES } from '../reference';
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
} from '../../../contract/constants/publicPage';
import { withLatinDigits, withoutUnseen } from '../../../contract/constants/cleanText';
import { SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import type { Challenge } from '../../../contract/schemas/challenge';
import type { Language } from '../../../contract/constants/options';
import { dayAt } from '../../../contract/zone';
import { dateFormat } from '../../platform/messages';
import type { AppError, LimitOwner } from '../../platform/errors';

/** The fields in the order of the page. */
export const FIELDS = ['firstName', 'lastName', 'phone', 'code', 'adult', 'form'] as const;
export type Field = (typeof FIELDS)[number];

/** Whose limit was reached, or `trap` when a robot may have filled in the form. The text is `error.<reason>`. */
type WaitReason = 'waitNetwork' | 'waitPhone' | 'waitPage' | 'waitCountry' | 'trap';

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
  | 'over'
  | 'people'
  | WaitReason;
export type Problems = Partial<Record<Field, Problem>>;

/** The result of reading a form: its problems or its value. */
type Read<T> = { problems: Problems } | { value: T };

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

/** Reads name and phone. A number without a country calling code belongs to the marketplace's country. */
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

const exampleOf = (country: string) => getExampleNumber(country as CountryCode, examples);

/** Returns an example of a mobile number of the marketplace's country, and one of another country. */
export const phoneExamples = ({ settings }: Pick<Deps, 'settings'>): { example: string; foreign: string } => {
  const { countryCode, applicantCountries } = settings;
  const others = [...applicantCountries, ...COUNTRIES.map((country) => country.countryCode)].filter(
    (code) => code !== countryCode,
  );
  return {
    example: exampleOf(countryCode)?.formatNational() ?? '',
    foreign: exampleOf(others[0] ?? countryCode)?.formatInternational() ?? '',
  };
};

export interface Answers {
  code: string;
  days: OfferedDay[];
  parts: OfferedPart[];
  start: OfferedStart | null;
  /** Experience in the job's position; null without an answer. */
  experience: OfferedExperience | null;
  /** Wants to be told of new jobs. */
  joinsRoster: boolean;
}

const CODE = new RegExp(`^\\d{${SMS_CODE_DIGITS}}$`);

const chosen = <T extends string>(form: URLSearchParams, field: string, offered: readonly T[]): T[] =>
  offered.filter((one) => form.getAll(field).includes(one));

interface Asked {
  /** The phone is not proved yet. */
  asksCode: boolean;
  /** The job is for adults. */
  asksAdult: boolean;
  /** People can ask to be told of new jobs. */
  hasRoster: boolean;
}

/** Reads the second form, without answers to what its page did not ask. */
export const readAnswers = (form: URLSearchParams, { asksCode, asksAdult, hasRoster }: Asked): Read<Answers> => {
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
      joinsRoster: hasRoster && form.get('roster') === 'yes',
    },
  };
};

/** Returns the button that sent a form. A form that its script sent after solving the work names the earlier button. */
export const pressOf = (form: URLSearchParams): string => form.get('do') ?? form.get('press') ?? '';

/** Returns whether the hidden field is filled in, which only robots and some form fillers do. */
export const isTrapped = (form: URLSearchParams): boolean => trimmed(form, 'website') !== '';

/** Why a form has to wait: until when, and the work that allows it now. */
export interface StoredWait {
  reason: WaitReason;
  /** ISO 8601, UTC. */
  until: string;
  challenge: Challenge | null;
}

/**
 * The notice that a page shows about a sent form. It is stored with the draft, because the page is read after a
 * redirect.
 */
export interface Notice {
  problems: Problems;
  wait: StoredWait | null;
  /** The button that the form's script sends again after solving the work. */
  press: string;
  /** The code was sent again. */
  isSent: boolean;
}

export const noticeOf = (more: Partial<Notice>): Notice => ({
  problems: {},
  wait: null,
  press: '',
  isSent: false,
  ...more,
});

const REASONS: Record<LimitOwner, WaitReason> = {
  phone: 'waitPhone',
  page: 'waitPage',
  country: 'waitCountry',
  network: 'waitNetwork',
  trap: 'trap',
};

/** Returns how long a form that reached a limit has to wait; null for any other failure. */
export const waitOf = ({ clock }: Pick<Deps, 'clock'>, error: AppError): StoredWait | null => {
  if (error.status !== 429) return null;
  const { retryAfter = 0, challenge = null, limitOf = 'network' } = error.options;
  return {
    reason: REASONS[limitOf],
    until: new Date(clock.now().getTime() + retryAfter * 1000).toISOString(),
    challenge,
  };
};

/** A wait in the reader's language. */
export interface Wait {
  /** The day of the next try; null for today. */
  day: string | null;
  time: string;
  challenge: Challenge | null;
}

/** Formats a wait in the reader's language. */
export const formatWait = (
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { until, challenge }: StoredWait,
  language: Language,
): Wait => {
  const { timeZone } = settings;
  const at = new Date(until);
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(language, { ...options, timeZone }).format(at);
  const isToday = dayAt(at, timeZone) === dayAt(clock.now(), timeZone);
  return {
    day: isToday ? null : format({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: format({ timeStyle: 'short' }),
    challenge,
  };
};

/** Returns the notice of a field that has to wait, or that is wrong. */
export const refusal = (field: Field, problem: Problem, wait: StoredWait | null, press = ''): Notice =>
  noticeOf({ problems: { [field]: problem }, wait, press });

/** The fields of both forms that are kept; a solved challenge works once. */
const KEPT = new Set(
  ['firstName', 'lastName', 'phone', 'from'].concat('code', 'days', 'parts', 'start', 'experience', 'adult', 'roster'),
);

/** Returns the fields of a form to store, as a form sends them. */
export const keptForm = (form: URLSearchParams): string =>
  new URLSearchParams([...form].filter(([name]) => KEPT.has(name))).toString();
