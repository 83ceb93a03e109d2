import type {
  Bulk,
  BulkSkip,
  BulkItemsQuery,
  BulkBody,
  BulkPreview,
  BulkPreviewBody,
} from '../../../contract/schemas/bulks';
import * as repository from './repository';
import {
  type BulkRecord,
  insertBulk,
  setTotal,
  type BulkOptions,
  type FrozenSet,
  deleteOldest,
  freezeChosen,
  listChosen,
  findClosing,
  remainingOf,
  lockBulk,
  type LockedBulk,
  freezeUndo,
} from './repository';
import {
  BULK_DIRECT_MAX,
  type BulkAction,
  BULK_DAYS,
  BULK_EXPECTED_TOLERANCE,
  BULK_MATCHES_MAX,
} from '../../../contract/constants/bulks';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { LANGUAGES } from '../../../contract/constants/options';
import { postBulk } from '../../../contract/routes/decisions';
import { DAY } from '../../../contract/constants/time';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { type Scope, ownerScope } from '../../platform/auth/guard';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/schema';
import { sendJob } from '../../platform/queue';
import type { Deps } from '../../platform/deps';
import { notFound, AppError, conflict } from '../../platform/errors';
import { inChange } from '../../platform/change';
import { idempotently } from '../../platform/http/idempotency';
import { languageOf } from '../../platform/messages';
import { randomHex, withoutSearch } from '../../platform/secrets';
import { readForDecision, type DecidedApplication } from '../decisions';
import { reachOf } from '../workerLinks';
import { BULKS_QUEUE, checkDailyMessages, checkUserLimits, readSelection, checkApplications } from './actions';
import { findNames } from './runRepository';
import { runOne, type RunLog } from './runnerService';
import { LIMITS } from '../../platform/limits';

/** Returns the skips in a stable order: the most frequent first. */
const presentSkips = (skips: Readonly<Record<string, number>>): BulkSkip[] =>
  Object.entries(skips)
    .map(([key, count]) => ({ key, count }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));

const presentBulk = ({ jobId, jobTitle, skips, lastDueAt, ...bulk }: BulkRecord, now: Date): Bulk => ({
  ...bulk,
  recallSeconds: lastDueAt && Math.max(0, Math.floor((lastDueAt.getTime() - now.getTime()) / 1000)),
  job: jobId === null || jobTitle === null ? null : { id: jobId, title: jobTitle },
  skips: presentSkips(skips),
});

interface Wanted {
  scope: Scope;
  action: BulkAction;
  options: BulkOptions;
  /** The action that this one reverts. */
  undoOf?: string;
  /** True when it begins with the closing of a job, and so counts toward no limit. */
  isClosing?: boolean;
  /** Stores the items, and throws when there are too many or too few. */
  freeze(id: string): Promise<FrozenSet>;
  /** Details about the set for the audit log. */
  details?: Record<string, unknown>;
}

/**
 * Accepts a bulk action within a transaction: it freezes the set, and some server will handle each item. Returns the id
 * and the number of items.
 */
const acceptBulk = async (
  trx: Trx,
  clock: Clock,
  { user, requestId }: Caller,
  wanted: Wanted,
): Promise<{ id: string; total: number }> => {
  const { scope, action, options, undoOf = null, isClosing = false, details = {} } = wanted;
  const id = randomHex();
  await insertBulk(trx, { id, user, requestId, scope, action, options, undoOf, isClosing, now: clock.now() });
  const { total, jobId } = await wanted.freeze(id);
  await setTotal(trx, id, { total, jobId });
  const subject = [jobId === null ? 'organisation' : 'job', jobId ?? scope.organisationId] as const;
  const facts = { ...details, bulkId: id, action, total, ...(undoOf !== null && { undoOf }) };
  const actor = userActor({ user, requestId });
  await audit({ trx, clock }, actor, undoOf === null ? 'bulk.started' : 'bulk.undone', subject, facts);
  if (total > BULK_DIRECT_MAX || isClosing) await sendJob(trx, BULKS_QUEUE);
  return { id, total };
};

/** Returns the user's bulk actions of the last 30 days, newest first. */
export const getBulks = async ({ db, clock }: Deps, user: AuthUser): Promise<Bulk[]> => {
  const now = clock.now();
  return (await repository.listBulks(db, user, now)).map((record) => presentBulk(record, now));
};

const find = async ({ db }: Pick<Deps, 'db'>, user: AuthUser, id: string) => {
  const record = await repository.findBulk(db, user, id);
  if (!record) throw notFound();
  return record;
};

/** Returns a bulk action with its progress. Throws 404 for one of another account. */
export const getBulk = async (deps: Pick<Deps, 'db' | 'clock'>, user: AuthUser, id: string): Promise<Bulk> =>
  presentBulk(await find(deps, user, id), deps.clock.now());

/** Returns a page of the applications of a bulk action with their outcomes. */
export const getItems = async (deps: Deps, user: AuthUser, id: string, query: BulkItemsQuery) => {
  const { outcome, page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const bulk = await find(deps, user, id);
  const total = outcome === undefined ? bulk.total : bulk[outcome];
  const payload = await repository.listItems(deps.db, id, query, { limit, offset: (page - 1) * limit });
  return { payload, total, page, limit };
};

type Chosen = Awaited<ReturnType<typeof readSelection>>;

/** Throws 400 for too many applications and 404 for ids outside the caller's scope. */
const checkCount = (count: number, { ids }: BulkPreviewBody, { max, key }: Chosen): void => {
  if (count > max) throw new AppError(400, key);
  if (ids && count < ids.length) throw notFound();
};

/** Shows the text as the first recipient of each language would get it. */
const samplesOf = async ({ db }: Deps, recipients: readonly DecidedApplication[], text: string) => {
  const firsts = LANGUAGES.flatMap((language) => {
    const first = recipients.find((one) => languageOf(one.language) === language);
    return first ? [{ applicationId: first.id, language, text }] : [];
  });
  const names = await findNames(
    db,
    firsts.map(({ applicationId }) => applicationId),
  );
  return firsts.map((sample) => ({ ...sample, name: names.get(sample.applicationId) ?? '' }));
};

/** Counts what an action would change and leave out. Changes nothing. */
export const previewBulk = async (deps: Deps, caller: Caller, body: BulkPreviewBody): Promise<BulkPreview> => {
  await deps.limiter.take(LIMITS.bulkPreview, String(caller.user.id));
  const chosen = await readSelection(deps, caller, body);
  const { scope, condition, options } = chosen;
  const ids = await listChosen(deps.db, condition, chosen.max + 1);
  checkCount(ids.length, body, chosen);
  const applications = await readForDecision({ db: deps.db, now: deps.clock.now() }, scope, ids);
  const checked = await checkApplications(deps.db, body.action, applications);
  const ready = checked.flatMap(({ application, key }) => (key === null ? [application] : []));
  const skips: Record<string, number> = {};
  for (const { key } of checked) if (key !== null) skips[key] = (skips[key] ?? 0) + 1;
  const samples = options.body === undefined ? [] : await samplesOf(deps, ready, options.body);
  const { workerLinks } = deps.settings;
  const unreachable =
    body.action === 'message' || (body.action === 'decline' && options.tell !== 'never')
      ? ready.filter((one) => reachOf(workerLinks, one) === 'none').length
      : 0;
  return { matches: checked.length, ready: ready.length, skips: presentSkips(skips), unreachable, samples };
};

const checkExpected = (matches: number, { expected }: BulkBody): void => {
  if (Math.abs(matches - expected) > expected * BULK_EXPECTED_TOLERANCE)
    throw conflict(ERROR_KEYS.bulkSetChanged, { matches });
};

const accept = async (deps: Deps, caller: Caller, body: BulkBody, key: string | string[] | undefined) => {
  const { user } = caller;
  const { action, query, except } = body;
  const call = { userId: user.id, route: postBulk.id, key, body };
  return idempotently(deps, call, async (keep) => {
    // Checked only for the first request of a key, so that a repeat gets its answer even if the text would now be
    // refused.
    const chosen = await readSelection(deps, caller, body);
    const { scope, options, condition, max } = chosen;
    return inChange(deps, async ({ trx, clock, now }) => {
      await checkUserLimits(trx, user.id, now);
      const freeze = async (id: string) => {
        const set = await freezeChosen(trx, id, condition, max + 1);
        checkCount(set.total, body, chosen);
        checkExpected(set.total, body);
        if (action === 'message') await checkDailyMessages(trx, user.organisationId, set.total, now);
        return set;
      };
      const details = { ...(query && { query: withoutSearch(query) }), ...(except && { except: except.length }) };
      const accepted = await acceptBulk(trx, clock, caller, { scope, action, options, freeze, details });
      await keep(trx, accepted);
      return accepted;
    });
  });
};

/** Runs a small action to its end; a larger one belongs to the background. Returns its state. */
const runSmall = async (
  deps: Deps,
  caller: Caller,
  { id, total }: { id: string; total: number },
  log: RunLog,
): Promise<Bulk> => {
  // The action is already accepted, so the background retries what fails now.
  if (total <= BULK_DIRECT_MAX)
    await runOne(deps, id, log).catch((error: unknown) =>
      log.warn({ bulk: id, err: error }, 'bulk action interrupted'),
    );
  return getBulk(deps, caller.user, id);
};

/**
 * Starts an action on many applications, once for each Idempotency-Key. Throws 400 on the field, 404 for ids outside
 * the caller's scope, 409 when the set differs from the expected one, and 429. See docs/API.md#bulk-calls.
 */
export const startBulk = async (
  deps: Deps,
  caller: Caller,
  body: BulkBody,
  { key, log }: { key: string | string[] | undefined; log: RunLog },
): Promise<Bulk> => runSmall(deps, caller, await accept(deps, caller, body, key), log);

/** Deletes bulk actions older than 30 days with their items, one in each statement. */
export const removeOldBulks = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const oldest = new Date(clock.now().getTime() - BULK_DAYS * DAY);
  while (await deleteOldest(db, oldest));
};

/**
 * Accepts a bulk action that declines all applications that wait for a decision, within the transaction that closes
 * their job; the caller holds the job's lock. Returns undefined when none waits, and on a repeat the action that is
 * still running. `isFilled` decides the stored reason and the text for the applicants. See
 * docs/PRODUCT.md#closing-a-job.
 */
export const answerRemaining = async (
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  caller: Caller,
  { jobId, isFilled }: { jobId: number; isFilled: boolean },
): Promise<Bulk | undefined> => {
  const unfinished = await findClosing(trx, caller.user, jobId);
  if (unfinished) return presentBulk(unfinished, clock.now());
  const scope = ownerScope(caller.user);
  const remaining = remainingOf(scope, jobId);
  if ((await listChosen(trx, remaining, 1)).length === 0) return undefined;
  const freeze = async (id: string) => {
    const set = await freezeChosen(trx, id, remaining, BULK_MATCHES_MAX + 1);
    if (set.total > BULK_MATCHES_MAX) throw new AppError(400, ERROR_KEYS.bulkTooMany);
    return set;
  };
  const options = isFilled ? { reason: 'position_filled' as const } : {};
  const { id } = await acceptBulk(trx, clock, caller, { scope, action: 'decline', options, isClosing: true, freeze });
  return getBulk({ db: trx, clock }, caller.user, id);
};

const isUndoable = ({ state, undoOf, createdAt }: LockedBulk, now: Date): boolean =>
  (state === 'done' || state === 'failed') && undoOf === null && now.getTime() - createdAt.getTime() <= BULK_DAYS * DAY;

/**
 * Starts the undo of a finished bulk action over the items that it changed. A repeat returns the first undo. Throws
 * 404 for an action of another account, and 409 for one that is running, too old, an undo itself, or changed nothing.
 */
export const undoBulk = async (deps: Deps, caller: Caller, id: string, log: RunLog): Promise<Bulk> => {
  const { user } = caller;
  const accepted = await inChange(deps, async ({ trx, clock, now }) => {
    const bulk = await lockBulk(trx, user, id);
    if (!bulk) throw notFound();
    if (bulk.undoneBy !== null) return bulk.undoneBy;
    if (!isUndoable(bulk, now)) throw conflict(ERROR_KEYS.bulkNotUndoable);
    const freeze = async (undoId: string) => {
      const set = await freezeUndo(trx, undoId, bulk);
      if (set.total === 0) throw conflict(ERROR_KEYS.bulkNotUndoable);
      return set;
    };
    const { action } = bulk;
    return acceptBulk(trx, clock, caller, { scope: ownerScope(user), action, options: {}, undoOf: id, freeze });
  });
  if (typeof accepted === 'string') return getBulk(deps, user, accepted);
  return runSmall(deps, caller, accepted, log);
};
