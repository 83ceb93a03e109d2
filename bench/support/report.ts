import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

/** One measured line: its name, both sides or the figure, the bound, and whether it holds. */
export interface Line {
  what: string;
  figures: string;
  bound: string;
  ok: boolean;
}

const FILE = 'docs/BENCHMARKS.md';
const BEGIN = '<!-- written by the benchmarks: begin -->';
const END = '<!-- written by the benchmarks: end -->';
const HEAD = ['| benchmark | what | measured | bound | |', '| --- | --- | --- | --- | --- |'];

const machine = (): string => {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return `Machine: ${os.cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory}, ${os.type()} ${os.release()}, Node ${process.versions.node}.`;
};

const cell = (text: string): string => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|');
const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const rowsOf = (name: string, title: string, lines: readonly Line[]): string[] => {
  const when = new Date().toISOString().slice(0, 10);
  const load = os.loadavg().map((one) => one.toFixed(1));
  return [
    row(name, `**${title}**`, `${when}, load average ${load.join(', ')}`, '', ''),
    ...lines.map(({ what, figures, bound, ok }) =>
      row(name, what, figures, bound, bound === '' ? '' : ok ? 'met' : '**not met**'),
    ),
  ];
};

/** Replaces the rows that the same benchmark wrote before. */
const write = async (name: string, rows: readonly string[]): Promise<void> => {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const [before = '', rest = ''] = text.split(BEGIN);
  const [table = '', after = ''] = rest.split(END);
  const kept = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (benchmark|-+) /.test(line))
    .filter((line) => line.split('|')[1]?.trim() !== name);
  const names = (line: string) => line.split('|')[1]!.trim();
  const all = [...kept, ...rows].sort((a, b) => names(a).localeCompare(names(b), 'en'));
  const written = [before.trimEnd(), '', BEGIN, '', machine(), '', ...HEAD, ...all, '', END, '', after.trim(), ''];
  const options = await resolveConfig(path.resolve(FILE));
  writeFileSync(FILE, await format(written.join('\n'), { ...options, parser: 'markdown' }));
};

/**
 * Prints the lines, writes them into the table of docs/BENCHMARKS.md (unless `BENCH_WRITE=0`), and sets the exit code
 * when a line exceeds its bound.
 */
export const report = async (name: string, title: string, lines: readonly Line[]): Promise<void> => {
  console.log(`\n${title}`);
  for (const { what, figures, bound, ok } of lines) {
    console.log(`${ok ? 'ok  ' : 'OVER'}  ${what.padEnd(52)} ${figures.padEnd(46)} ${bound}`);
  }
  if (lines.length === 0 || lines.some(({ ok }) => !ok)) process.exitCode = 1;
  if (process.env.BENCH_WRITE !== '0') await write(name, rowsOf(name, title, lines));
};
