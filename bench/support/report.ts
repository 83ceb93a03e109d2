/** One measured line: what, both sides or the figure, the bound, and whether it holds. */
export interface Line {
  what: string;
  figures: string;
  bound: string;
  ok: boolean;
}

/** Prints the lines as a table and sets the exit code when one of them is over its bound. */
export const report = (title: string, lines: readonly Line[]): void => {
  console.log(`\n${title}`);
  for (const { what, figures, bound, ok } of lines) {
    console.log(`${ok ? 'ok  ' : 'OVER'}  ${what.padEnd(52)} ${figures.padEnd(46)} ${bound}`);
  }
  if (lines.length === 0 || lines.some(({ ok }) => !ok)) process.exitCode = 1;
};
