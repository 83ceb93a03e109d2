import { asEmail, withLatinDigits, withoutUnseen } from '../../../contract/constants/text';

/** How a text is cleaned, by the name of its field. */
const CLEANERS: readonly (readonly [field: RegExp, clean: (text: string) => string])[] = [
  [/(^n|N)ame$/, withoutUnseen],
  [/(^e|E)mail$/, asEmail],
  [/(^p|P)hone(Number)?$/, (text) => withLatinDigits(withoutUnseen(text))],
  [/^code$/, (text) => withLatinDigits(withoutUnseen(text))],
];

/** The validation refuses what is nested deeper, and recursion without an end would use up the stack. */
const DEPTH_MAX = 32;

/** Returns a body in which no name, mail address, phone number or code holds signs that nobody sees, or other digits. */
export const cleanBody = (value: unknown, field = '', depth = 0): unknown => {
  if (depth > DEPTH_MAX) return value;
  if (typeof value === 'string') return CLEANERS.find(([fields]) => fields.test(field))?.[1](value) ?? value;
  if (Array.isArray(value)) return value.map((one) => cleanBody(one, field, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanBody(one, name, depth + 1)]));
};
