import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import { wallTime } from '../../../contract/zone';
import { audit, userActor } from '../../platform/audit';
import type { Caller } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { badRequestFirst, conflict, declinedMeanwhile, notFound } from '../../platform/errors';
import { changedRow, notifyDecided } from '../applications';
import { cancelAppointment, isOpenAt, lockAppointment, refuseOpen } from '../appointments';
import { findReach } from '../workerLinks';
import { declineAll, lockForDecision, reopenAll, type DecidedApplication } from './decideAll';
import { checkDecline, mayStayUntold, refusalOf, repeatedNoticeTime } from './rules';
import {
  findNoticeMinutes,
  updateDecision,
  type StoredDecision,
  lockApplicationOfWorker,
  rejectApplication,
} from './repository';

interface Call extends Caller {
  deps: Deps;
  id: number;
  /** Notes in the transaction that the decision was made, for a repeat. */
  keep: KeepAnswer;
}

/** Locks one application in the caller's scope, runs `work` and returns its result with the row after the change. */
const decideOne = <T>(call: Call, work: (change: Change, application: DecidedApplication) => Promise<T>) =>
  inChange(call.deps, async (change): Promise<{ application: ApplicationRow; result: T }> => {
    const scope = ownerScope(call.user);
    const [application] = await lockForDecision(change, scope, [call.id]);
    if (!application) throw notFound();
    const result = await work(change, application);
    return { application: await changedRow(change, call.deps, scope, call.id), result };
  });

/** Cancels the open appointment, unless its worker has just rejected or cancelled it. */
const cancelOpen = async (change: Change, call: Call, id: number): Promise<void> => {
  const appointment = await lockAppointment(change.trx, id);
  if (!appointment || !isOpenAt(appointment, change.now)) return;
  await cancelAppointment(change, call.deps, { appointment, actor: userActor(call) });
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
  await declineAll(change, userActor(call), [application], { reason, note, tell, timeZone });
};

/**
 * Returns the time of a pending notice after a repeated decline. When the new reason no longer allows never telling the
 * applicant, the default applies.
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

/** Changes the reason, the note and the time of the notice. Omitted fields stay unchanged. */
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
  if (application.isErased) throw conflict(ERROR_KEYS.applicationErased);
  const { trx, clock } = change;
  await updateDecision(trx, application.id, { reason, note, tellAt });
  await audit({ trx, clock }, userActor(call), 'application.decision_changed', ['application', application.id], {
    reason,
    tellAt: tellAt?.toISOString() ?? null,
  });
  notifyDecided(change, [application]);
};

/**
 * Declines an application. A repeat changes only the reason, the note and when the applicant is told. Throws 400 on
 * `note` and `tell` (`checkDecline`, which for a repeat checks the resulting values), and 409 for an open appointment
 * unless the body cancels it, for an accepted offer, for an application that its worker withdrew, for a change of the
 * decision about somebody who was erased, for a job that is neither active nor closed and, with `isNew`, for one that is
 * already declined.
 */
export const decline = async (call: Call, body: DeclineBody) => {
  // A repeat is checked by its resulting values, which need the stored decision; an absent application has none.
  const { application } = await badRequestFirst(
    () => checkDecline(body),
    () =>
      decideOne(call, async (change, locked) => {
        await call.keep(change.trx, {});
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
 * worker withdrew, and for the declined one of somebody who was erased or of a job that is neither active nor closed.
 */
export const reopen = async (call: Call) => {
  const { application, result: wasTold } = await decideOne(call, async (change, locked) => {
    const refusal = refusalOf('reopen', locked);
    if (refusal && refusal !== ERROR_KEYS.applicationAlready) throw conflict(refusal);
    const told = refusal ? new Set<number>() : await reopenAll(change, userActor(call), [locked]);
    await call.keep(change.trx, { wasTold: told.has(call.id) });
    return told.has(call.id);
  });
  return { application, wasTold };
};

/**
 * Marks an application that its worker withdrew as rejected and ends its open appointment. A repeat changes nothing. It
 * drops a decision that the worker was not told yet. See docs/PRODUCT.md#decision-notice.
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
