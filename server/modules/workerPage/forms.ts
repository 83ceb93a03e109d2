import { ATTENDANCES, LATE_MINUTES, WORKER_REPLY_MAX, type Attendance } from '../../../contract/constants/attendance';
import { isBlank, withLatinDigits, withoutUnseen } from '../../../contract/constants/cleanText';
import type { PrivacyRequestKind } from '../../../contract/constants/privacy';
import type { SeenMeeting } from '../appointments';

/** The outcome of a form; the page’s address carries this code, never a text. */
export const DONE = [
  'applied',
  'accepted',
  'coming',
  'late',
  'cannot',
  'other_time',
  'message',
  'withdrawn',
  'confirmed',
  'askedData',
  'askedErase',
] as const;
export type Done = (typeof DONE)[number];

export const ACTIONS = ['attendance', 'message', 'withdraw', 'first-day', 'data', 'file', 'privacy'] as const;
export type Action = (typeof ACTIONS)[number];

const FIELDS = ['answer', 'minutes', 'text', 'confirm', 'digits'] as const;
const KEYS = ['answer', 'minutes', 'required', 'tooLong', 'invalid', 'confirm', 'digits', 'gone'] as const;

/** Why a form was refused, at one field. */
export interface Problem {
  action: Action;
  field: (typeof FIELDS)[number] | null;
  key: (typeof KEYS)[number];
  values?: Record<string, number>;
  /** The typed text, to show again. */
  typed?: string;
}

/** Returns the code of a problem for the page’s address; like `Done` it contains no typed text. */
export const problemCode = ({ action, field, key }: Problem): string => [action, field ?? '', key].join('.');

/** Parses the code of a problem; null for any other text. */
export const readProblem = (code: unknown): Problem | null => {
  const parts = typeof code === 'string' ? code.split('.') : [];
  const action = ACTIONS.find((one) => one === parts[0]);
  const key = KEYS.find((one) => one === parts[2]);
  const field = FIELDS.find((one) => one === parts[1]) ?? null;
  return action && key && (field ?? '') === parts[1] ? { action, field, key } : null;
};

/** A form that was refused: the page has status 400, or 409 when the state has changed meanwhile. */
export class FormRefusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.key);
    this.name = 'FormRefusal';
    this.problem = problem;
  }
}

const refuse = (problem: Problem): never => {
  throw new FormRefusal(problem);
};

// Control characters, except tab and line feed; PostgreSQL refuses the first of them.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Returns the trimmed text of a form; an empty one is allowed only with `isOptional`. */
const textOf = (form: URLSearchParams, action: Action, { isOptional }: { isOptional: boolean }): string => {
  const typed = (form.get('text') ?? '').replace(/\r\n?/g, '\n');
  const text = isBlank(typed) ? '' : typed.trim();
  const at = { action, field: 'text' } as const;
  if (CONTROL.test(text)) return refuse({ ...at, key: 'invalid' });
  if (text === '' && !isOptional) return refuse({ ...at, key: 'required' });
  const count = text.length;
  return count > WORKER_REPLY_MAX
    ? refuse({ ...at, key: 'tooLong', values: { max: WORKER_REPLY_MAX, count }, typed })
    : text;
};

export interface AttendanceForm {
  answer: Attendance | 'accept';
  minutes?: number;
  text?: string;
  /** What the page showed with the form. */
  seen?: SeenMeeting;
}

export const readAttendance = (form: URLSearchParams): AttendanceForm => {
  const action = 'attendance';
  const answer = (['accept', ...ATTENDANCES] as const).find((one) => one === form.get('answer'));
  if (!answer) return refuse({ action, field: 'answer', key: 'answer' });
  if (answer === 'other_time') return { answer, text: textOf(form, action, { isOptional: true }) };
  const start = Number(form.get('start') ?? Number.NaN);
  const seen = Number.isSafeInteger(start) && { seen: { startAt: start, place: form.get('place') ?? undefined } };
  if (answer !== 'late') return { answer, ...seen };
  const minutes = LATE_MINUTES.find((one) => String(one) === form.get('minutes'));
  return minutes ? { answer, minutes, ...seen } : refuse({ action, field: 'minutes', key: 'minutes' });
};

const NONCE = /^[\w-]{16,40}$/;

interface MessageForm {
  text: string;
  /** Null for a form that was not made by the page. */
  nonce: string | null;
}

export const readMessage = (form: URLSearchParams): MessageForm => {
  const nonce = form.get('nonce') ?? '';
  return { text: textOf(form, 'message', { isOptional: false }), nonce: NONCE.test(nonce) ? nonce : null };
};

export const requireConfirm = (form: URLSearchParams, action: 'withdraw' | 'first-day' | 'privacy'): void => {
  if (form.get('confirm') !== 'yes') refuse({ action, field: 'confirm', key: 'confirm' });
};

/** Returns what the worker asks for: the data, or their erasure. */
export const readPrivacy = (form: URLSearchParams): PrivacyRequestKind => {
  requireConfirm(form, 'privacy');
  return form.get('kind') === 'erase' ? 'erase' : 'data';
};

const DIGITS = 4;

/** Requires the last four digits of the worker's phone number. */
export const requireDigits = (form: URLSearchParams, action: 'data' | 'file', phone: string | null): void => {
  const typed = withLatinDigits(withoutUnseen(form.get('digits') ?? ''))
    .trim()
    .slice(0, DIGITS + 1);
  if (phone === null || phone.length < DIGITS || typed !== phone.slice(-DIGITS))
    refuse({ action, field: 'digits', key: 'digits' });
};
