// A server that only tells declined applicants. It kills itself, or cuts its connections, in the middle of its work.
import { setTimeout as pause } from 'node:timers/promises';
import { notifyDue } from '../../../server/modules/decisions';
import { createDb, createPool } from '../../../server/platform/database/connect';
import { failAt, type Failure } from './failAt';

interface NoticeTask extends Failure {
  url: string;
  /** The time of its clock. */
  now: string;
}

/** A small batch makes many transactions out of few applications. */
export const BATCH = 5;
const SETTINGS = {
  timeZone: 'Europe/Istanbul',
  publicUrl: 'https://panel.test',
  workerLinks: 'public',
} as const;

const run = async (task: NoticeTask) => {
  failAt(task);
  const db = createDb(createPool(task.url));
  const deps = { db, clock: { now: () => new Date(task.now) }, codeSecret: 'secret', settings: SETTINGS };
  for (;;) {
    await notifyDue(deps, { log: { warn: () => undefined }, batch: BATCH }).catch(() => undefined);
    await pause(5);
  }
};

if (process.argv[2]) void run(JSON.parse(process.argv[2]) as NoticeTask);
