import type { BulkAction } from '../../../contract/constants/bulks';
import type { DeclineReason } from '../../../contract/constants/decisions';
import type { Change } from '../../platform/change';
import { languageOf } from '../../platform/language';
import { outOfNight } from '../../platform/night';
import { workerText } from '../../platform/outgoing/mails';
import { sendJob } from '../../platform/queue/sendJob';
import { shortlistAll } from '../applications';
import { declineAll, reopenAll, type DecidedApplication, type DeclineOptions, type UserActor } from '../decisions';
import { BULK_MESSAGES_QUEUE } from './rules';
import { findShortlistTimes, type ItemResult, type TakenBulk } from './runRepository';

/** Milliseconds between the storing of a bulk message and its sending, in which it can be undone. */
const MESSAGE_DELAY_MS = 10_000;

/** What an undo restores, by application; null when the action is no undo. */
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

const actorOf = ({ user, requestId }: TakenBulk): UserActor => ({ kind: 'user', user, requestId });

const NOTHING: Awaited<ReturnType<Apply>> = new Map();

const shortlist: Apply = async (change, { bulk, ready, restored }) => {
  const times = [...(restored ?? [])].flatMap(([id, before]) => {
    const { shortlistedAt } = before as { shortlistedAt: string | null };
    return shortlistedAt === null ? [] : [[id, new Date(shortlistedAt)] as const];
  });
  const shortlistedAt = new Map(times);
  await shortlistAll(change, ready, { actor: actorOf(bulk), isShortlisted: true, shortlistedAt, bulkId: bulk.id });
  return NOTHING;
};

const unshortlist: Apply = async (change, { bulk, ready }) => {
  const ids = ready.map(({ id }) => id);
  const times = await findShortlistTimes(change.trx, ids);
  await shortlistAll(change, ready, { actor: actorOf(bulk), isShortlisted: false, bulkId: bulk.id });
  return new Map(ids.map((id) => [id, { before: { shortlistedAt: times.get(id) ?? null } }]));
};

type Reasons = Pick<DeclineOptions, 'reason' | 'note' | 'tell' | 'tellAt' | 'telling'>;

interface Group {
  reasons: Reasons;
  ready: DecidedApplication[];
}

/** What the undo of a reopening restores of a decision. */
interface Reopened {
  reason: DeclineReason | null;
  note: string | null;
  /** Null when the applicant was told, or never is. */
  tellAt: string | null;
  telling: string | null;
  isUntold: boolean;
}

/** Groups applications that get the same reason, note and telling. */
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
      telling: () => telling,
    };
    const key = JSON.stringify(before);
    const group: Group = groups.get(key) ?? { reasons, ready: [] };
    group.ready.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** Returns what the closing of a job tells its applicants. */
const closingText =
  (reason: DeclineReason | null) =>
  ({ language }: DecidedApplication) =>
    workerText(reason === 'position_filled' ? 'filled' : 'closed', languageOf(language));

const decline: Apply = async (change, { bulk, ready, restored, timeZone }) => {
  const { reason = null, note = null, tell = 'default' } = bulk.options;
  const groups =
    restored === null ? [{ reasons: { reason, note, tell }, ready: [...ready] }] : byReasons(ready, restored);
  const telling = bulk.isClosing && { telling: closingText(reason) };
  for (const group of groups)
    await declineAll(change, actorOf(bulk), group.ready, { ...group.reasons, timeZone, bulkId: bulk.id, ...telling });
  return NOTHING;
};

const reopen: Apply = async (change, { bulk, ready }) => {
  await reopenAll(change, actorOf(bulk), ready, bulk.id);
  return new Map(
    ready.flatMap(({ id, decision }) => {
      if (!decision) return [];
      const { reason, note, tellAt, toldAt, telling } = decision;
      const before = { reason, note, tellAt, telling, isUntold: tellAt === null && toldAt === null };
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
