import { Type, type Static, type TSchema } from 'typebox';
import { VISIBLE } from '../constants/cleanText';
import * as limits from '../constants/limits';
import { STAGES } from '../constants/statuses';

/** A positive integer, exact in JSON. */
export const Id = Type.Integer({ minimum: 1, maximum: limits.ID_MAX });

/** The parameters of a path with `:id`. */
export const IdParams = Type.Object({ id: Id });

/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time' });

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date' });

/** A wall time in the marketplace's zone, `YYYY-MM-DD HH:mm:ss`. */
export const WallTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' });

/** Where a list continues: the `next` of the page before. */
export const Cursor = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' });

/** Returns the query parameters of a list in pages. Where `minimum` is 0, `limit=0` returns only the total. */
export const paging = (minimum: 0 | 1) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.PAGE_MAX })),
  limit: Type.Optional(Type.Integer({ minimum, maximum: limits.PAGE_LIMIT_MAX })),
});

/** Coordinates as the text `"latitude, longitude"`. */
export const LocationText = Type.String({
  pattern: '^-?\\d{1,2}(\\.\\d{1,10})?, ?-?\\d{1,3}(\\.\\d{1,10})?$',
  maxLength: 32,
});

/** Returns the schema of a text with at least one visible character and at most `maxLength`. */
export const FilledText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: VISIBLE });

/** The digits of a phone number without the country code. */
export const PhoneDigits = Type.String({ pattern: `^\\d{${limits.PHONE_DIGITS}}$` });

export const Email = Type.String({ format: 'email', maxLength: limits.EMAIL_MAX });

export const Password = Type.String({ minLength: limits.PASSWORD_MIN, maxLength: limits.PASSWORD_MAX });

/** Digits with an optional minus sign, or nothing. See docs/PRODUCT.md#field-rules. */
export const IntegerText = Type.String({ pattern: '^(-?\\d+)?$', maxLength: limits.TEXT_MAX });

/** Returns the schema of the given type or null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Returns the schema of one of the given plain values. */
export const OneOf = <const T extends readonly (string | number)[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.Enum([...values]));

/** Returns the schema of one of the given integers in a query parameter, where it arrives as text. */
export const IntegerOf = <const T extends readonly number[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.Integer({ enum: [...values] }));

/** An id with a name: category, position, tag, tax office. */
export const Named = Type.Object({ id: Id, name: Type.String() });
export type Named = Static<typeof Named>;

/** Returns the schema of a query parameter that lists one or more of the given words, joined by commas. */
export const CommaListOf = (values: readonly string[]) => {
  const value = `(${values.join('|')})`;
  return Type.String({ pattern: `^${value}(,${value})*$`, maxLength: 200 });
};

/** How far an application has come; `at` is the time that belongs to it. See docs/PRODUCT.md#stage. */
export const Stage = Type.Object({ key: OneOf(STAGES), at: Nullable(Instant) });
export type Stage = Static<typeof Stage>;
