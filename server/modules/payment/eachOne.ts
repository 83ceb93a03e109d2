/** Does something to each, also after one that throws; then throws the first of what was thrown, for the log. */
export const eachOne = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
