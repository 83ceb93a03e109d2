/**
 * An unexpected failure as lines for the terminal: what it is and where it came from. A failure of the store carries values of
 * rows in its message and beside it: of one with a code only the code is kept.
 */
export const describeFailure = (failure: unknown): string => {
  if (!(failure instanceof Error)) return `a ${typeof failure} was thrown`;
  const { name, message, stack, code, syscall } = failure as NodeJS.ErrnoException;
  // What the operating system says, such as EACCES for a file, is not from a row.
  const said = code === undefined || syscall !== undefined ? message : '';
  const head = [name, code, said].filter(Boolean).join(' ');
  const places = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [head, ...places].join('\n');
};
