import { asEmail, withLatinDigits, withoutUnseen } from '../../../contract/constants/text';

/** How a text is cleaned, by the name of its field. */
const CLEANERS: readonly (readonly [field: RegExp, clean: (text: string) => string])[] = [
  [/(^n|N)ame$/, withoutUnseen],
  [/(^e|E)mail$/, asEmail],
  [/(^p|P)hone$/, (text) => withLatinDigits(withoutUnseen(text))],
  [/^code$/, (text) => withLatinDigits(withoutUnseen(text))],
];

/** No field of the contract lies deeper; a body of nothing but brackets must not use the stack up. */
const DEPTH_MAX = 10;

/** Returns a body in which no name, mail address, phone number or code holds signs that nobody sees, or other digits. */
export const cleanBody = (value: unknown, field = '', depth = 0): unknown => {
  if (typeof value === 'string') return CLEANERS.find(([fields]) => fields.test(field))?.[1](value) ?? value;
  if (depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((one) => cleanBody(one, field, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanBody(one, name, depth + 1)]));
};
