/** A table that is asked by words of others: without the names that every object has, such as `constructor`. */
export const dictionary = <T>(entries: Record<string, T>): Readonly<Record<string, T | undefined>> =>
  Object.assign(Object.create(null) as Record<string, T>, entries);
