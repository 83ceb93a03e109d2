import type { FastifyBaseLogger } from 'fastify';
import type { Reach } from '../../../contract/constants/decisions';
import { audit, auditAll } from '../../platform/audit';
import { clearFacts, inChange, type Change, recordFacts } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isStoreDown } from '../../platform/http/errorHandler';
import { isNight } from '../../../contract/rules/night';
import { lockUnsent } from '../../platform/outgoing/enqueue';
import { notifyDecided } from '../applications';
import { lockWorkerOf } from '../workers';
import { markNotReminded } from '../appointments';
import { markNotTold, settleDeclined } from '../chat';
import {
  forgetReopenings,
  receivesSms,
  reachOf,
  removeSentAt,
  sendTimelessSms,
  retryTimeOf,
  type SmsDeps,
} from '../workerLinks';
import { notifyStatus } from './decideAll';
import { lockDue, markTold, markUntold, postpone, type DueLimits, type DueNotice } from './repository';

const NOTICE_BATCH = 50;
/** Milliseconds until a failed notice is retried. */
const RETRY_MS = 600_000;

type NoticeDeps = SmsDeps & Pick<Deps, 'db' | 'clock'>;

/** When each failed notice is retried, by application. */
export type Postponed = Map<number, Date>;

interface NoticeOptions {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Applicants of one transaction. */
  batch?: number;
  /** Kept between the runs of a server, so that later batches leave out the failed ones. */
  postponed?: Postponed;
}

interface Batch extends DueLimits {
  onTaken?: (ids: readonly number[]) => void;
}

/** Notifies one applicant and returns the channel, or `later` for a phone that has reached its daily limit of texts. */
const notifyOne = async (
  change: Change,
  deps: NoticeDeps,
  { noticeText, ...recipient }: DueNotice,
): Promise<Reach | 'later'> => {
  const { id: applicationId, organisationId, userId, workerId } = recipient;
  const reach = reachOf(deps.settings.workerLinks, recipient);
  const owner = { applicationId, organisationId, userId, workerId };
  // Workers who are notified by their product may get a text message too.
  const isTexted = receivesSms(deps.settings.workerLinks, recipient);
  const texted = isTexted ? await sendTimelessSms(change, deps, { ...owner, name: 'declined' }) : 'none';
  if (reach === 'sms' && texted === 'later') return texted;
  await notifyStatus(change, { recipient, status: 'rejected', text: noticeText });
  return reach === 'sms' && texted === 'none' ? 'none' : reach;
};

/**
 * Records that the text message about an application, stored at `createdAt`, will never be sent, so that the applicant
 * does not count as told or reminded, and the conversation says so.
 */
export const noteNoticeGivenUp = async (change: Change, applicationId: number, createdAt: Date): Promise<void> => {
  const { trx, clock, notifyEmployer } = change;
  // In the order of an erasure and of the employer's changes: person, message, conversation.
  await lockWorkerOf(trx, applicationId);
  if (!(await lockUnsent(trx, applicationId, createdAt))) return;
  await removeSentAt(trx, applicationId, createdAt);
  await markNotReminded(trx, applicationId, createdAt);
  const thread = await markNotTold(trx, applicationId, createdAt);
  if (thread) notifyEmployer(thread.organisationId, { type: 'thread', threadId: thread.id, userId: thread.userId });
  const untold = await markUntold(trx, applicationId, createdAt);
  if (!untold) return;
  await clearFacts(trx, ['told'], [applicationId]);
  const actor = { kind: 'clock', organisationId: untold.organisationId } as const;
  await audit({ trx, clock }, actor, 'application.not_told', ['application', applicationId]);
  notifyDecided(change, [untold]);
};

/** Notifies a batch in one transaction, but not at night, and returns its size. */
const notifyBatch = (deps: NoticeDeps, { onTaken, ...limits }: Batch): Promise<number> =>
  inChange(deps, async (change) => {
    const { trx, clock, now } = change;
    const { timeZone } = deps.settings;
    if (isNight(now, timeZone)) return 0;
    const due = await lockDue(trx, now, limits);
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    onTaken?.(ids);
    await forgetReopenings(change, ids);
    const channels = new Map<number, Reach>();
    const waiting: number[] = [];
    for (const one of due) {
      const channel = await notifyOne(change, deps, one);
      if (channel === 'later') waiting.push(one.id);
      else channels.set(one.id, channel);
    }
    await markTold(trx, channels, now);
    if (waiting.length > 0) await postpone(trx, waiting, retryTimeOf(now, timeZone));
    const ended = due.filter(({ id }) => channels.has(id));
    await settleDeclined(
      trx,
      ended.map(({ id }) => id),
    );
    const isTold = ({ id }: { id: number }) => channels.get(id) !== 'none';
    await auditAll(
      trx,
      clock,
      ended.map((one) => ({
        actor: { kind: 'clock', organisationId: one.organisationId },
        action: isTold(one) ? 'application.told' : 'application.not_told',
        subjectType: 'application',
        subjectId: one.id,
      })),
    );
    const told = ended.filter(isTold).map(({ id }) => id);
    if (told.length > 0) await recordFacts(trx, 'told', told, now);
    notifyDecided(change, due);
    return due.length;
  });

/** Notifies the applicants of a failed batch one by one, and postpones those whose notice fails again. */
const notifySingly = async (
  deps: NoticeDeps,
  ids: readonly number[],
  { postponed, log }: { postponed: Postponed; log: NoticeOptions['log'] },
): Promise<number> => {
  let told = 0;
  for (const id of ids)
    try {
      told += await notifyBatch(deps, { limit: 1, id });
    } catch (error) {
      if (isStoreDown(error)) throw error;
      log.warn({ application: id, err: error }, 'decision notice failed');
      postponed.set(id, new Date(deps.clock.now().getTime() + RETRY_MS));
    }
  return told;
};

/**
 * Sends the decision notices that are due, but not at night, and returns their number. A failed notice delays no other
 * and is retried ten minutes later. Several processes may run it at once: each skips the rows that another has locked.
 * See docs/PRODUCT.md#decision-notice.
 */
export const notifyDue = async (
  deps: NoticeDeps,
  { log, batch = NOTICE_BATCH, postponed = new Map() }: NoticeOptions,
): Promise<number> => {
  const now = deps.clock.now();
  for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
  let total = 0;
  for (;;) {
    let ids: readonly number[] = [];
    try {
      const except = [...postponed.keys()];
      total += await notifyBatch(deps, { limit: batch, except, onTaken: (taken) => (ids = taken) });
    } catch (error) {
      if (ids.length === 0) throw error;
      total += await notifySingly(deps, ids, { postponed, log });
    }
    if (ids.length < batch) return total;
  }
};
