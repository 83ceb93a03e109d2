import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Keeps a process, with all its threads and whatever it starts from now on, on one core; false where that cannot be. */
export const pin = (pid: number, core: number): boolean =>
  spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]).status === 0;

/** Clock ticks of Linux, in ms. */
const TICK_MS = 10;

const ticksOf = (pid: number, withEnded: boolean): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return fields[11]! + fields[12]! + (withEnded ? fields[13]! + fields[14]! : 0);
};

/** Milliseconds of processor that a process and its children have used, those that have ended too. Linux alone. */
export const processorOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [...children.map((child) => ticksOf(child, false)), ticksOf(pid, true)].reduce((a, b) => a + b, 0) * TICK_MS;
};
