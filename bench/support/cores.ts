import { spawnSync } from 'node:child_process';

/** Keeps a process, with all its threads and whatever it starts from now on, on one core; false where that cannot be. */
export const pin = (pid: number, core: number): boolean =>
  spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]).status === 0;
