/**
 * Creates a lookup table without the names that every object inherits, such as `constructor`, because the keys come
 * from outside.
 */
export const dictionary = <T>(entries: Record<string, T>): Readonly<Record<string, T | undefined>> =>
  Object.assign(Object.create(null) as Record<string, T>, entries);
