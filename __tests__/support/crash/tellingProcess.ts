// A server that only tells declined applicants. It kills itself, or cuts its connections, in the middle of its work.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { tellDue } from '../../../server/modules/decisions';
import { createDb, createPool } from '../../../server/platform/database/connect';

export interface TellingTask {
  url: string;
  /** The time of its clock. */
  now: string;
  /** The number of the statement at which it fails. */
  statement: number;
  moment: 'sent' | 'answered';
  failure: 'kill' | 'cut';
}

/** A small batch makes many transactions out of few applications. */
export const BATCH = 5;
const TIME_ZONE = 'Europe/Istanbul';

const failAt = ({ statement, moment, failure }: TellingTask) => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count += 1;
    const fail = () => {
      if (failure === 'kill') process.kill(process.pid, 'SIGKILL');
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
      setTimeout(() => process.exit(), 100);
    };
    const isTurn = count === statement;
    const asked = query.apply(this, args);
    if (isTurn && moment === 'sent') setImmediate(fail);
    if (isTurn && moment === 'answered') (asked as Promise<unknown>).then(fail, fail);
    return asked;
  } as typeof pg.Client.prototype.query;
};

const run = async (task: TellingTask) => {
  failAt(task);
  const db = createDb(createPool(task.url));
  const deps = { db, clock: { now: () => new Date(task.now) }, settings: { timeZone: TIME_ZONE } };
  for (;;) {
    await tellDue(deps, BATCH).catch(() => undefined);
    await pause(5);
  }
};

if (process.argv[2]) void run(JSON.parse(process.argv[2]) as TellingTask);
