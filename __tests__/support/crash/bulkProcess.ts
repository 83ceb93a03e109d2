// A server that only runs bulk actions. It kills itself, or cuts its connections, in the middle of its work.
import { setTimeout as pause } from 'node:timers/promises';
import { deliverMessages, runBulks } from '../../../server/modules/bulks';
import { createDb, createPool } from '../../../server/platform/database/connect';
import { failAt, type Failure } from './failAt';

interface BulkTask extends Failure {
  url: string;
  /** The time of its clock. */
  now: string;
}

/** A small batch makes many transactions out of few applications. */
export const BATCH = 10;

/** Returns what a server needs for bulk actions. */
export const bulkDeps = (db: ReturnType<typeof createDb>, now: Date) => ({
  db,
  clock: { now: () => now },
  settings: { timeZone: 'Europe/Istanbul' },
});

const log = { info: () => undefined, warn: () => undefined };

/** Runs all actions and sends all messages that are due. */
export const runAll = async (deps: ReturnType<typeof bulkDeps>): Promise<void> => {
  await runBulks(deps, { log, batchItems: BATCH });
  await deliverMessages(deps, { log });
};

const run = async (task: BulkTask) => {
  failAt(task);
  const deps = bulkDeps(createDb(createPool(task.url)), new Date(task.now));
  for (;;) {
    await runAll(deps).catch(() => undefined);
    await pause(5);
  }
};

// The test imports this file too, in a process with other arguments.
if (process.argv[2]?.startsWith('{')) void run(JSON.parse(process.argv[2]) as BulkTask);
