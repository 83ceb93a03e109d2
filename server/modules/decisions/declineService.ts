import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import { wallTime } from '../../../contract/zone';
import { audit, auditAll } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { inChange, type Change, recordFacts } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { badRequestFirst, conflict, declinedMeanwhile, notFound } from '../../platform/errors';
import { notifyDecided, findApplication, presentApplication } from '../applications';
import { cancelAppointment, isOpenAt, lockAppointment, refuseOpen } from '../appointments';
import { settleDeclined } from '../chat';
import {
  findReach,
  forgetReopenings,
  receivesSms,
  reachOf,
  sendTimelessSms,
  triedAgainAt,
  type SmsDeps,
} from '../workerLinks';
import {
  declineAll,
  lockForDecision,
  reopenAll,
  type DecidedApplication,
  type UserActor,
  checkDecline,
  mayStayUntold,
  refusalOf,
  repeatedNoticeTime,
  notifyStatus,
} from './decideAll';
import {
  findNoticeMinutes,
  updateDecision,
  type StoredDecision,
  lockApplicationOfWorker,
  rejectApplication,
  lockDue,
  markTold,
  postpone,
  type DueLimits,
  type DueNotice,
} from './repository';
import type { FastifyBaseLogger } from 'fastify';
import type { Reach } from '../../../contract/constants/decisions';
import { isStoreDown } from '../../platform/http/errorHandler';
import { isNight } from '../../platform/night';

interface Call {
  deps: Deps;
  user: AuthUser;
  requestId: string;
  id: number;
}

const actorOf = ({ user, requestId }: Call): UserActor => ({ kind: 'user', user, requestId });

/** Locks one application in the caller's scope, runs `work` and returns its result with the row after the change. */
const decideOne = <T>(call: Call, work: (change: Change, application: DecidedApplication) => Promise<T>) =>
  inChange(call.deps, async (change): Promise<{ application: ApplicationRow; result: T }> => {
    const scope = ownerScope(call.user);
    const [application] = await lockForDecision(change, scope, [call.id]);
    if (!application) throw notFound();
    const result = await work(change, application);
    await change.refresh();
    const row = await findApplication(change.trx, scope, call.id);
    if (!row) throw notFound();
    return { application: presentApplication(row, call.deps), result };
  });

/** Cancels the open appointment, unless its worker has just answered it with a no. */
const cancelOpen = async (change: Change, call: Call, id: number): Promise<void> => {
  const appointment = await lockAppointment(change.trx, id);
  if (!appointment || !isOpenAt(appointment, change.now)) return;
  await cancelAppointment(change, call.deps, { appointment, actor: actorOf(call) });
};

const declineNew = async (change: Change, call: Call, application: DecidedApplication, body: DeclineBody) => {
  checkDecline(body);
  const { timeZone, workerLinks } = call.deps.settings;
  const { openAppointment } = application;
  const refusal = refusalOf('decline', application);
  if (refusal === ERROR_KEYS.applicationHasAppointment && openAppointment) {
    const { id, startAt } = openAppointment;
    if (!body.cancelAppointment) {
      const reach = await findReach(change.trx, workerLinks, application);
      throw conflict(refusal, { appointment: { id, startAt: wallTime(startAt, timeZone), reach } });
    }
    await cancelOpen(change, call, id);
  } else if (refusal) throw conflict(refusal);
  const { reason = null, note = null, tell = 'default' } = body;
  await declineAll(change, actorOf(call), [application], { reason, note, tell, timeZone });
};

/**
 * Returns the time of a notice that is still to come after a repeat. An applicant who may no longer stay untold is told
 * by default.
 */
const nextTellAt = async (
  { trx, now }: Change,
  { user, deps }: Call,
  decision: StoredDecision,
  { reason, tell }: Pick<DeclineBody, 'reason' | 'tell'>,
): Promise<Date | null> => {
  const mustTell = decision.tellAt === null && !mayStayUntold(reason);
  const wanted = tell ?? (mustTell ? 'default' : undefined);
  if (wanted === undefined) return decision.tellAt;
  const minutes = await findNoticeMinutes(trx, user.organisationId);
  return repeatedNoticeTime(wanted, decision, { now, minutes, timeZone: deps.settings.timeZone });
};

/** Changes the reason, the note and the time of the notice. What the body leaves out stays. */
const changeDecision = async (
  change: Change,
  call: Call,
  application: DecidedApplication,
  decision: StoredDecision,
  body: DeclineBody,
) => {
  const reason = body.reason === undefined ? decision.reason : body.reason;
  const note = body.note === undefined ? decision.note : (body.note?.trim() ?? null);
  checkDecline({ ...body, reason, note });
  const tellAt = decision.toldAt ? null : await nextTellAt(change, call, decision, { reason, tell: body.tell });
  const isSame =
    reason === decision.reason && note === decision.note && tellAt?.getTime() === decision.tellAt?.getTime();
  if (isSame) return;
  const { trx, clock } = change;
  await updateDecision(trx, application.id, { reason, note, tellAt });
  await audit({ trx, clock }, actorOf(call), 'application.decision_changed', ['application', application.id], {
    reason,
    tellAt: tellAt?.toISOString() ?? null,
  });
  notifyDecided(change, [application]);
};

/**
 * Declines an application. A repeat changes only the reason, the note and when the applicant is told. Throws 400 on
 * `note` and `tell` (`checkDecline`; a repeat checks the values that it leaves), and 409 for an open appointment unless
 * the body cancels it, for an accepted offer, for an application that its worker withdrew and, with `isNew`, for one that
 * is declined.
 */
export const decline = async (deps: Deps, user: AuthUser, requestId: string, id: number, body: DeclineBody) => {
  const call = { deps, user, requestId, id };
  // A repeat is checked with the values that it leaves, and an absent application has none.
  const { application } = await badRequestFirst(
    () => checkDecline(body),
    () =>
      decideOne(call, async (change, locked) => {
        if (!locked.decision) return declineNew(change, call, locked, body);
        if (body.isNew) {
          checkDecline(body);
          throw declinedMeanwhile(locked.id);
        }
        return changeDecision(change, call, locked, locked.decision, body);
      }),
  );
  return { application };
};

/**
 * Reopens a declined application; one that is not declined stays as it is. Throws 409 for an application that its
 * worker withdrew, and for the declined one of somebody who was erased.
 */
export const reopen = async (deps: Deps, user: AuthUser, requestId: string, id: number) => {
  const call = { deps, user, requestId, id };
  const { application, result } = await decideOne(call, async (change, locked) => {
    const refusal = refusalOf('reopen', locked);
    if (refusal === ERROR_KEYS.applicationAlready) return new Set<number>();
    if (refusal) throw conflict(refusal);
    return reopenAll(change, actorOf(call), [locked]);
  });
  return { application, wasTold: result.has(id) };
};

/**
 * Marks a withdrawn or refused application as rejected and ends its open appointment. A repeat changes nothing. A
 * decision of which the worker was not told yet is dropped. See docs/PRODUCT.md#decision-notice.
 */
export const withdrawAsWorker = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  id: number,
  { workerId, reason }: { workerId: number; reason?: string },
) =>
  inChange(deps, async (change) => {
    const { trx, clock, emit, notifyEmployer } = change;
    const found = await lockApplicationOfWorker(trx, id, workerId);
    if (!found) throw notFound();
    const { organisationId, userId, appointmentId, ...application } = found;
    if (application.status === 'rejected') return application;
    if (appointmentId !== null) await refuseOpen(deps, change, { appointmentId, workerId });
    await rejectApplication(trx, id, reason ?? null);
    const actor = { kind: 'worker', workerId, organisationId } as const;
    await audit({ trx, clock }, actor, 'application.rejected', ['application', id], { from: application.status });
    const rejected = { ...application, status: 'rejected' as const };
    const data = { applicationId: id, jobId: application.jobId, status: rejected.status };
    emit({ type: 'application_status', workerId, data });
    notifyEmployer(organisationId, { type: 'applications', userId, ids: [id], reason: 'decided' });
    return rejected;
  });

const NOTICE_BATCH = 50;
/** Milliseconds until a notice that failed is tried again. */
const RETRY_MS = 600_000;

type NoticeDeps = SmsDeps & Pick<Deps, 'db' | 'clock'>;

/** When a notice that failed is tried again, by application. */
export type Postponed = Map<number, Date>;

interface NoticeOptions {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Applicants of one transaction. */
  batch?: number;
  /** Kept between the runs of a server, so that the others go together again. */
  postponed?: Postponed;
}

interface Batch extends DueLimits {
  onTaken?: (ids: readonly number[]) => void;
}

/** Tells one applicant and returns the channel, or `later` for a phone that had its text messages of the day. */
const notifyOne = async (
  change: Change,
  deps: NoticeDeps,
  { noticeText, ...recipient }: DueNotice,
): Promise<Reach | 'later'> => {
  const { id: applicationId, organisationId, userId, workerId } = recipient;
  const reach = reachOf(deps.settings.workerLinks, recipient);
  const owner = { applicationId, organisationId, userId, workerId };
  // Those who hear through their product may get a text message beside it.
  const isTexted = receivesSms(deps.settings.workerLinks, recipient);
  const texted = isTexted ? await sendTimelessSms(change, deps, { ...owner, name: 'declined' }) : 'none';
  if (reach === 'sms' && texted === 'later') return texted;
  await notifyStatus(change, { recipient, status: 'rejected', text: noticeText });
  return reach === 'sms' && texted === 'none' ? 'none' : reach;
};

/** Tells a batch in one transaction, but not at night, and returns its size. */
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
    if (waiting.length > 0) await postpone(trx, waiting, triedAgainAt(now, timeZone));
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

/** Tells applicants one by one, because their batch failed, and postpones those whose notice fails again. */
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
 * Tells the declined applicants who are due, but not at night, and returns their number. A notice that fails holds up
 * no other; it is tried again ten minutes later. Several processes may run it at once: each skips the rows that another
 * has locked. See docs/PRODUCT.md#decision-notice.
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
