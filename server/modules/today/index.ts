import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { wallTime } from '../../../contract/zone';
import { type CalendarSettings, refreshLocked, getNeeds, putSettle, putSnooze } from './refreshService';
import * as checks from './repository';
import { listChanging, lockNeeds, takeBackfill, takeLeft, takeOlder } from './repository';
import * as contract from '../../../contract/routes/today';
import { DAY } from '../../../contract/constants/time';
import { route } from '../../platform/http/route';

export * from './refreshService';

/** Applications per transaction. New applications to their jobs wait for its locks. */
const BATCH = 200;

/** The nightly check computes one in this many applications, different ones each night. */
const SHARE = 100;
/** The hour, in the marketplace's zone, from which the check may run. */
const CHECK_HOUR = 3;
/** The pause before an interrupted check begins again, so that one that always fails does not run all day. */
const RETRY_MS = 600_000;

type TaskDeps = Pick<Deps, 'db' | 'clock' | 'beforeCommit'> & { settings: CalendarSettings };

interface Options {
  log?: Pick<FastifyBaseLogger, 'error'>;
  stopping?: AbortSignal;
}

/** Runs `batch`, each time in a separate transaction, until it returns 0. Returns the sum. */
const inBatches = async (
  deps: TaskDeps,
  { stopping }: Options,
  batch: (change: Change) => Promise<number>,
): Promise<number> => {
  let sum = 0;
  while (!stopping?.aborted) {
    const count = await inChange(deps, batch);
    if (count === 0) break;
    sum += count;
  }
  return sum;
};

interface Source {
  take: (change: Change) => Promise<number[]>;
  /** Sends no events, because a backfill would make all open dashboards reload for minutes. */
  isQuiet?: boolean;
}

const SOURCES: readonly Source[] = [
  { take: ({ trx, now }) => listChanging(trx, BATCH, now) },
  { take: ({ trx }) => takeLeft(trx, BATCH) },
  { take: ({ trx }) => takeOlder(trx, BATCH) },
  { take: ({ trx }) => takeBackfill(trx, BATCH), isQuiet: true },
];

const keepBatch = async (change: Change, deps: TaskDeps, { take, isQuiet }: Source): Promise<number> => {
  const ids = await take(change);
  if (ids.length > 0) await refreshLocked(change, deps.settings, await lockNeeds(change.trx, ids), isQuiet);
  return ids.length;
};

/**
 * Computes needs that time changed, that a change left to the task, or that a backfill queued. It takes a batch of each
 * in turn, so that none delays the others. Returns how many it computed.
 */
export const keepNeeds = async (deps: TaskDeps, options: Options = {}): Promise<number> => {
  let sum = 0;
  for (let count = -1; count !== 0; sum += count) {
    count = 0;
    for (const source of SOURCES) {
      if (options.stopping?.aborted) return sum + count;
      count += await inChange(deps, (change) => keepBatch(change, deps, source));
    }
  }
  return sum;
};

/** How far back due times are computed again, because a holiday that becomes known late moves earlier due times too. */
const HOLIDAYS_BACK_MS = 7 * DAY;

/** Computes the due times of decisions and invitations again, because a new release may know other holidays. */
const followHolidays = (deps: TaskDeps, options: Options): Promise<number> => {
  const since = new Date(deps.clock.now().getTime() - HOLIDAYS_BACK_MS);
  let last = 0;
  return inBatches(deps, options, async (change) => {
    const ids = await checks.listAhead(change.trx, { since, after: last, limit: BATCH });
    last = ids.at(-1) ?? last;
    if (ids.length > 0) await refreshLocked(change, deps.settings, await lockNeeds(change.trx, ids));
    return ids.length;
  });
};

/**
 * Computes one in `share` needs and stages again from the messages and the other facts; `part` selects which. It
 * stores, counts and logs each difference, which means that some change forgot to mark its applications.
 */
export const checkNeeds = async (
  deps: TaskDeps,
  { share = SHARE, part, ...options }: Options & { share?: number; part: number },
): Promise<{ checked: number; differences: number }> => {
  let last = 0;
  let differences = 0;
  const checked = await inBatches(deps, options, async (change) => {
    const ids = await checks.listPart(change.trx, { share, part, now: change.now, after: last, limit: BATCH });
    last = ids.at(-1) ?? last;
    if (ids.length === 0) return 0;
    // Locks threads before needs, in the order of a change that sends a message.
    await checks.correctAwaiting(change.trx, ids);
    const locked = await lockNeeds(change.trx, ids);
    const changed = await refreshLocked(change, deps.settings, locked);
    const wrong = changed.filter((id) => ids.includes(id));
    if (wrong.length > 0) {
      differences += wrong.length;
      options.log?.error({ applications: wrong }, 'needs or stages of applications were wrong');
    }
    return ids.length;
  });
  return { checked, differences };
};

/** Runs the nightly check on one server of a store. An interrupted check starts over. */
export const checkNightly = async (deps: TaskDeps, options: Options): Promise<void> => {
  const now = deps.clock.now();
  const [day = '', time = ''] = wallTime(now, deps.settings.timeZone).split(' ');
  if (Number(time.slice(0, 2)) < CHECK_HOUR) return;
  const retryBefore = new Date(now.getTime() - RETRY_MS);
  if (!(await checks.beginCheck(deps.db, day, { now, retryBefore }))) return;
  await followHolidays(deps, options);
  const part = Math.floor(Date.parse(day) / DAY) % SHARE;
  const result = await checkNeeds(deps, { ...options, part });
  if (!options.stopping?.aborted) await checks.finishCheck(deps.db, day, { ...result, now: deps.clock.now() });
};

export const registerToday = (app: FastifyInstance, deps: Deps): void => {
  route(app, contract.getNeeds, async ({ user, query }) => ({ payload: await getNeeds(deps, user, query) }));

  route(app, contract.putSettle, async ({ user, requestId, params, body }) => ({
    payload: { application: await putSettle({ deps, user, requestId, id: params.id }, body.number) },
  }));

  route(app, contract.putSnooze, async ({ user, requestId, params, body }) => ({
    payload: { application: await putSnooze({ deps, user, requestId, id: params.id }, body.until) },
  }));
};
