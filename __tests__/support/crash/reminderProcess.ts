// A server that only sends reminders. It kills itself, or cuts its connections, in the middle of its work.
import { setTimeout as pause } from 'node:timers/promises';
import { sendReminders } from '../../../server/modules/reminders';
import { createDb, createPool } from '../../../server/platform/database/connect';
import { failAt, type Failure } from './failAt';

export interface ReminderTask extends Failure {
  url: string;
  /** The time of its clock. */
  now: string;
  parts: Pick<Parameters<typeof sendReminders>[0], 'codeSecret' | 'settings'>;
}

const run = async (task: ReminderTask) => {
  failAt(task);
  const db = createDb(createPool(task.url));
  const deps = { db, clock: { now: () => new Date(task.now) }, ...task.parts };
  for (;;) {
    await sendReminders(deps).catch(() => undefined);
    await pause(5);
  }
};

if (process.argv[2]) void run(JSON.parse(process.argv[2]) as ReminderTask);
