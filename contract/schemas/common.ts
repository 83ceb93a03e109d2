import { Type, type Static, type TSchema } from 'typebox';
import { EMAIL_MAX, ID_MAX, PASSWORD_MAX, PASSWORD_MIN, PHONE_DIGITS, TEXT_MAX } from '../constants/limits';

/** A positive whole number, exact in JSON. */
export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX });

/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time' });

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date' });

/** A wall time in the marketplace's zone, `YYYY-MM-DD HH:mm:ss`. */
export const WallTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' });

/** A position as the text `"latitude, longitude"`. */
export const LocationText = Type.String({
  pattern: '^-?\\d{1,2}(\\.\\d{1,10})?, ?-?\\d{1,3}(\\.\\d{1,10})?$',
  maxLength: 32,
});

/** A text that has at least one character that can be seen. */
export const FilledText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** Digits of a phone number without the country's code. */
export const PhoneDigits = Type.String({ pattern: `^\\d{${PHONE_DIGITS}}$` });

/** An email address. */
export const Email = Type.String({ format: 'email', maxLength: EMAIL_MAX });

/** A new password. */
export const Password = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

/** Digits with an optional minus sign. Spec 1, point 5, "integer rule". */
export const IntegerText = Type.String({ pattern: '^-?\\d+$', maxLength: TEXT_MAX });

/** `Type` or null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of the given plain values. */
export const OneOf = <const T extends readonly (string | number)[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.Enum([...values]));

/** One of the given whole numbers as a query parameter, where it arrives as text. */
export const IntegerOf = <const T extends readonly number[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.Integer({ enum: [...values] }));

/** A thing with an id and a name: category, position, tag, tax office. */
export const Named = Type.Object({ id: Id, name: Type.String() });
export type Named = Static<typeof Named>;

/** True or false as a query parameter. */
export const BooleanQuery = Type.Boolean();

/** A comma-joined subset of the given words, at least one, as a query parameter. */
export const CommaListOf = (values: readonly string[]) => {
  const one = `(${values.join('|')})`;
  return Type.String({ pattern: `^${one}(,${one})*$`, maxLength: 200 });
};
