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

const machine = (): string => {
  const [cpu] = os.cpus();
  return `${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
};

/** From so many lines on, a shared bound is written once, in the section's title. */
const SHARED = 3;

const commonBound = (lines: readonly Line[]): string | null => {
  const times = (bound: string) => lines.filter((line) => line.bound === bound).length;
  const [most = ''] = lines.map(({ bound }) => bound).sort((a, b) => times(b) - times(a));
  return most !== '' && times(most) >= SHARED ? most : null;
};

const sectionOf = (name: string, title: string, lines: readonly Line[]): string => {
  const when = new Date().toISOString().slice(0, 10);
  const load = os.loadavg().map((one) => one.toFixed(1));
  const common = commonBound(lines);
  const boundOf = (bound: string) =>
    bound === common ? '' : bound !== '' ? ` (${bound})` : common ? ' (no bound)' : '';
  const items = lines.map(
    ({ what, figures, bound, ok }) => `- ${what}: ${figures}${boundOf(bound)}${ok ? '' : ' **not met**'}`,
  );
  const about = [`${title}.`, common && `Bound: ${common}.`, `${when}, ${machine()}, load average ${load.join(', ')}.`];
  return [`### ${name}`, about.filter(Boolean).join(' '), items.join('\n')].join('\n\n');
};

const nameOf = (section: string): string => /^### (.+)/.exec(section)?.[1] ?? '';

/** Replaces the section that the same benchmark wrote before. */
const write = async (section: string): Promise<void> => {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const [before = '', rest = ''] = text.split(BEGIN);
  const [figures = '', after = ''] = rest.split(END);
  const kept = figures.split(/^(?=### )/m).filter((one) => nameOf(one) !== '' && nameOf(one) !== nameOf(section));
  const all = [...kept, section].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  const written = [before.trimEnd(), BEGIN, ...all.map((one) => one.trim()), END, after.trim()];
  const options = await resolveConfig(path.resolve(FILE));
  writeFileSync(
    FILE,
    await format(`${written.join('\n\n')}\n`, { ...options, parser: 'markdown', proseWrap: 'always' }),
  );
};

/**
 * Prints the lines, writes them into docs/BENCHMARKS.md (unless `BENCH_WRITE=0`), and sets the exit code
 * when a line exceeds its bound.
 */
export const report = async (name: string, title: string, lines: readonly Line[]): Promise<void> => {
  console.log(`\n${title}`);
  for (const { what, figures, bound, ok } of lines) {
    console.log(`${ok ? 'ok  ' : 'OVER'}  ${what.padEnd(52)} ${figures.padEnd(46)} ${bound}`);
  }
  if (lines.length === 0 || lines.some(({ ok }) => !ok)) process.exitCode = 1;
  if (process.env.BENCH_WRITE !== '0') await write(sectionOf(name, title, lines));
};
