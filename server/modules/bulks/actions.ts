import { userActor } from '../../platform/audit';
import {
  type BulkAction,
  BULK_MESSAGES_DAILY_MAX,
  BULKS_HOURLY_MAX,
  BULKS_RUNNING_MAX,
  BULK_IDS_MAX,
  BULK_MATCHES_MAX,
  BULK_MESSAGES_MAX,
} from '../../../contract/constants/bulks';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { Trx, Db } from '../../platform/database/schema';
import { tooManyRequests, AppError, invalid } from '../../platform/errors';
import {
  refusalOf,
  refusalOfClosing,
  type DecidedApplication,
  declineAll,
  reopenAll,
  type DeclineOptions,
  checkDecline,
} from '../decisions';
import * as repository from './repository';
import { type BulkOptions, conditionOf } from './repository';
import type { DeclineReason } from '../../../contract/constants/decisions';
import type { BulkPreviewBody } from '../../../contract/schemas/bulks';
import { DAY, HOUR } from '../../../contract/constants/time';
import type { Change } from '../../platform/change';
import { languageOf } from '../../platform/messages';
import { outOfNight } from '../../../contract/rules/night';
import { workerText } from '../../platform/outgoing/mails';
import { sendJob } from '../../platform/queue';
import { ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { shortlistAll } from '../applications';
import { checkScope, momentOf, notePersonalFilters, refusePersonalFilters } from '../search';
import { checkContent } from '../chat';
import { findShortlistTimes, type ItemResult, type TakenBulk, findDeletedOwners } from './runRepository';
import type { Caller } from '../../platform/auth/tokens';

/** The job queues of waiting bulk actions, and of the messages of such actions. */
export const BULKS_QUEUE = 'bulks';
export const BULK_MESSAGES_QUEUE = 'bulk-messages';

/**
 * Returns for each application why the action leaves it out, or null. `deletedOwners` are accounts that no longer take
 * messages. A worker with several applications at one account has one conversation there and so gets one message.
 * `isClosing`: the action belongs to the closing of a job, which spares interviews and offers.
 */
const refusalsOf = (
  action: BulkAction,
  applications: readonly DecidedApplication[],
  { deletedOwners, isClosing }: { deletedOwners: ReadonlySet<number>; isClosing: boolean },
): (ErrorKey | null)[] => {
  const conversations = new Set<string>();
  return applications.map((application) => {
    const { userId, workerId } = application;
    if (action === 'message' && deletedOwners.has(userId)) return ERROR_KEYS.notFound;
    const refusal = refusalOf(action, application) ?? (isClosing ? refusalOfClosing(application.openStep) : null);
    if (refusal !== null || action !== 'message') return refusal;
    const sides = `${userId} ${workerId}`;
    if (conversations.has(sides)) return ERROR_KEYS.applicationAlready;
    conversations.add(sides);
    return null;
  });
};

/** Seconds until one of two running actions may have ended. */
const RUNNING_RETRY_SECONDS = 5;

/** Returns the seconds until an action that began at `oldest` no longer counts toward the limit. */
const waitFor = (oldest: Date | null, period: number, now: Date): number =>
  Math.max(1, Math.ceil(((oldest ?? now).getTime() + period - now.getTime()) / 1000));

/** Throws 429 while two actions of the user are running, and after 20 within an hour. Undos and closings do not count. */
export const checkUserLimits = async (trx: Trx, userId: number, now: Date): Promise<void> => {
  await repository.lockLimit(trx, `user ${userId}`);
  const counts = await repository.countOfUser(trx, userId, new Date(now.getTime() - HOUR));
  if (counts.running >= BULKS_RUNNING_MAX) throw tooManyRequests(RUNNING_RETRY_SECONDS);
  if (counts.recent >= BULKS_HOURLY_MAX) throw tooManyRequests(waitFor(counts.oldest, HOUR, now));
};

/** Throws 429 when `wanted` more messages would exceed what an organisation may send in 24 hours. */
export const checkDailyMessages = async (
  trx: Trx,
  organisationId: number,
  wanted: number,
  now: Date,
): Promise<void> => {
  await repository.lockLimit(trx, `messages of organisation ${organisationId}`);
  const { sent, oldest } = await repository.countMessages(trx, organisationId, new Date(now.getTime() - DAY));
  if (sent + wanted > BULK_MESSAGES_DAILY_MAX)
    throw tooManyRequests(waitFor(oldest, DAY, now), ERROR_KEYS.bulkMessagesDaily);
};

/** Milliseconds between the storing of a bulk message and its sending, in which it can be undone. */
const MESSAGE_DELAY_MS = 10_000;

/** What an undo restores, by application; null for an action that is not an undo. */
export type Restored = ReadonlyMap<number, unknown> | null;

interface Run {
  bulk: TakenBulk;
  /** Locked applications that no rule leaves out. */
  ready: readonly DecidedApplication[];
  restored: Restored;
  timeZone: string;
}

/** Changes applications and returns what their items store, by application. */
type Apply = (change: Change, run: Run) => Promise<ReadonlyMap<number, Pick<ItemResult, 'before' | 'dueAt'>>>;

const NOTHING: Awaited<ReturnType<Apply>> = new Map();

const shortlist: Apply = async (change, { bulk, ready, restored }) => {
  const times = [...(restored ?? [])].flatMap(([id, before]) => {
    const { shortlistedAt } = before as { shortlistedAt: string | null };
    return shortlistedAt === null ? [] : [[id, new Date(shortlistedAt)] as const];
  });
  const shortlistedAt = new Map(times);
  await shortlistAll(change, ready, { actor: userActor(bulk), isShortlisted: true, shortlistedAt, bulkId: bulk.id });
  return NOTHING;
};

const unshortlist: Apply = async (change, { bulk, ready }) => {
  const ids = ready.map(({ id }) => id);
  const times = await findShortlistTimes(change.trx, ids);
  await shortlistAll(change, ready, { actor: userActor(bulk), isShortlisted: false, bulkId: bulk.id });
  return new Map(ids.map((id) => [id, { before: { shortlistedAt: times.get(id) ?? null } }]));
};

type Reasons = Pick<DeclineOptions, 'reason' | 'note' | 'tell' | 'tellAt' | 'noticeText'>;

interface Group {
  reasons: Reasons;
  ready: DecidedApplication[];
}

/** What the undo of a reopening restores of a decision. */
interface Reopened {
  reason: DeclineReason | null;
  note: string | null;
  /** Null when the applicant was told already, or is never told. */
  tellAt: string | null;
  telling: string | null;
  isUntold: boolean;
}

/** Groups applications that get the same reason, note and notice. */
const byReasons = (ready: readonly DecidedApplication[], restored: ReadonlyMap<number, unknown>): Group[] => {
  const groups = new Map<string, Group>();
  for (const one of ready) {
    const before = restored.get(one.id) as Reopened;
    const { reason, note, tellAt, telling, isUntold } = before;
    const reasons: Reasons = {
      reason,
      note,
      tell: isUntold ? 'never' : 'default',
      ...(tellAt !== null && { tellAt: new Date(tellAt) }),
      noticeText: () => telling,
    };
    const key = JSON.stringify(before);
    const group: Group = groups.get(key) ?? { reasons, ready: [] };
    group.ready.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** Returns the text for the applicants of a closed job. */
const closingText =
  (reason: DeclineReason | null) =>
  ({ language }: DecidedApplication) =>
    workerText(reason === 'position_filled' ? 'filled' : 'closed', languageOf(language));

const decline: Apply = async (change, { bulk, ready, restored, timeZone }) => {
  const { reason = null, note = null, tell = 'default' } = bulk.options;
  const groups =
    restored === null ? [{ reasons: { reason, note, tell }, ready: [...ready] }] : byReasons(ready, restored);
  const notice = bulk.isClosing && { noticeText: closingText(reason) };
  for (const group of groups)
    await declineAll(change, userActor(bulk), group.ready, { ...group.reasons, timeZone, bulkId: bulk.id, ...notice });
  return NOTHING;
};

const reopen: Apply = async (change, { bulk, ready }) => {
  await reopenAll(change, userActor(bulk), ready, bulk.id);
  return new Map(
    ready.flatMap(({ id, decision }) => {
      if (!decision) return [];
      const { reason, note, tellAt, toldAt, noticeText } = decision;
      const before = { reason, note, tellAt, telling: noticeText, isUntold: tellAt === null && toldAt === null };
      return [[id, { before }] as const];
    }),
  );
};

/** Schedules the messages; `deliverMessages` sends them. */
const message: Apply = async ({ trx, now }, { ready, timeZone }) => {
  const dueAt = outOfNight(new Date(now.getTime() + MESSAGE_DELAY_MS), timeZone);
  await sendJob(trx, BULK_MESSAGES_QUEUE, Math.ceil(MESSAGE_DELAY_MS / 1000));
  return new Map(ready.map(({ id }) => [id, { dueAt }]));
};

/** How each action changes applications. */
export const APPLY: Record<BulkAction, Apply> = { shortlist, unshortlist, decline, reopen, message };

/** The action that reverts another one. The undo of a message cancels it instead. */
export const REVERSE: Record<Exclude<BulkAction, 'message'>, Exclude<BulkAction, 'message'>> = {
  shortlist: 'unshortlist',
  unshortlist: 'shortlist',
  decline: 'reopen',
  reopen: 'decline',
};

/** An application, and why the action leaves it out. */
interface CheckedApplication {
  application: DecidedApplication;
  key: ErrorKey | null;
}

/** Applies the rules of an action: the same for the preview and for the locked applications of the run. */
export const checkApplications = async (
  db: Db,
  action: BulkAction,
  applications: readonly DecidedApplication[],
  isClosing = false,
): Promise<CheckedApplication[]> => {
  const owners = new Set(applications.map(({ userId }) => userId));
  const deletedOwners = action === 'message' ? await findDeletedOwners(db, [...owners]) : new Set<number>();
  const refusals = refusalsOf(action, applications, { deletedOwners, isClosing });
  return applications.map((application, at) => ({ application, key: refusals[at] ?? null }));
};

/** Throws 400 on the field unless the body names the applications in exactly one way. */
const checkSet = ({ ids, query, except }: BulkPreviewBody): void => {
  if (!ids && !query) throw invalid({ ids: ERROR_KEYS.fieldRequired });
  if (ids && query) throw invalid({ query: ERROR_KEYS.fieldInvalid });
  if (ids && except) throw invalid({ except: ERROR_KEYS.fieldInvalid });
};

/** Runs a check and moves the fields of its 400 under the field of the body that contains them. */
const underField = async (field: 'options' | 'query', check: () => void | Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.children) throw error;
    throw new AppError(400, ERROR_KEYS.invalid, { children: { [field]: { children: error.options.children } } });
  }
};

/** Returns the options that belong to the action. Throws 400 on the field, and by the content check of messages. */
const optionsOf = async (deps: Deps, { action, options = {} }: BulkPreviewBody): Promise<BulkOptions> => {
  const { body, templateId: _none, ...ofDecline } = options;
  if (action === 'decline') {
    await underField('options', () => checkDecline(ofDecline));
    return ofDecline;
  }
  if (action !== 'message') return {};
  const text = body?.trim();
  if (text === undefined)
    await underField('options', () => {
      throw invalid({ body: ERROR_KEYS.fieldRequired });
    });
  else checkContent(deps, { type: 'text', message_status: 0 }, text);
  return { body: text };
};

/** Returns whether the action decides lapsed applications, which may belong to several jobs. */
const isLapsedPile = ({ action, query }: Pick<BulkPreviewBody, 'action' | 'query'>): boolean =>
  query?.needState === 'lapsed' && (action === 'shortlist' || action === 'decline');

/** Returns how many applications the body may choose, and the key of the 400 for more. */
export const limitOf = ({
  action,
  query,
}: Pick<BulkPreviewBody, 'action' | 'query'>): { max: number; key: ErrorKey } => {
  if (query && query.jobId === undefined && !isLapsedPile({ action, query }))
    return { max: BULK_IDS_MAX, key: ERROR_KEYS.bulkJobRequired };
  const max = action === 'message' ? BULK_MESSAGES_MAX : BULK_MATCHES_MAX;
  return { max, key: ERROR_KEYS.bulkTooMany };
};

/**
 * Returns the SQL condition of the chosen applications, their largest allowed number, and the options of the action.
 * Throws 400 for a wrong body and 404 for a job or branch outside the caller's scope.
 */
export const readSelection = async (deps: Deps, caller: Caller, body: BulkPreviewBody) => {
  checkSet(body);
  const options = await optionsOf(deps, body);
  const scope = ownerScope(caller.user);
  const { query } = body;
  if (query) {
    await underField('query', () => refusePersonalFilters(deps, caller.user, query));
    await checkScope(deps, scope, scopeOfBranch(scope, query.branchId), query);
    await notePersonalFilters(deps, caller, query);
  }
  return { scope, options, condition: conditionOf(scope, body, momentOf(deps, query ?? {})), ...limitOf(body) };
};
