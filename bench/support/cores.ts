import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Pins a process, its threads and its future children to one core; returns false when that is impossible. */
export const pin = (pid: number, core: number): boolean =>
  spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]).status === 0;

/** Clock tick of Linux, in ms. */
const TICK_MS = 10;

const ticksOf = (pid: number, withEnded: boolean): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return fields[11]! + fields[12]! + (withEnded ? fields[13]! + fields[14]! : 0);
};

/** Returns the processor time in milliseconds of a process and its children, ended ones included. Linux only. */
export const processorOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [...children.map((child) => ticksOf(child, false)), ticksOf(pid, true)].reduce((a, b) => a + b, 0) * TICK_MS;
};
