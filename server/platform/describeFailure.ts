/**
 * Formats an unexpected failure for the terminal: the error and its origin. The message of a PostgreSQL error can hold
 * values of rows, so of an error with a code only the code is kept.
 */
export const describeFailure = (failure: unknown): string => {
  if (!(failure instanceof Error)) return `a ${typeof failure} was thrown`;
  const { name, message, stack, code, syscall } = failure as NodeJS.ErrnoException;
  // A message of the operating system, such as EACCES for a file, holds no row values.
  const said = code === undefined || syscall !== undefined ? message : '';
  const head = [name, code, said].filter(Boolean).join(' ');
  const places = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [head, ...places].join('\n');
};
