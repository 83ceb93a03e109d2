import { Type, type TSchema } from 'typebox';
import { ID_MAX } from '../constants/limits';

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

/** True or false as a query parameter. */
export const BooleanQuery = Type.Boolean();

/** A comma-joined subset of the given words, at least one, as a query parameter. */
export const CommaListOf = (values: readonly string[]) => {
  const one = `(${values.join('|')})`;
  return Type.String({ pattern: `^${one}(,${one})*$`, maxLength: 200 });
};
