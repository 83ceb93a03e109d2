import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { AppointmentListQuery } from '../../../contract/schemas/appointments';
import { wallTime } from '../../../contract/zone';
import { audit, userOf, type Actor } from '../../platform/audit';
import type { Scope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { appendMessage } from '../chat/service';
import { jobIsInScope } from '../jobs/scopeRepository';
import { inChange, type Change } from '../../platform/change';
import { findWorkerFacts } from '../workers/repository';
import { statusesOf } from './lists';
import { presentAppointment } from './presenter';
import * as repository from './repository';
import type { LockedAppointment } from './repository';
import { mayMove, statusAt, type AppointmentActor } from './rules';

/** Appointments that the clock changes in one transaction. */
const EXPIRY_BATCH = 50;

const SENDERS = { employer: 'employer', worker: 'worker', clock: 'system' } as const;

export interface StatusChange {
  /** Locked in this transaction. */
  appointment: LockedAppointment;
  to: AppointmentStatus;
  by: AppointmentActor;
  actor: Actor;
  timeZone: string;
}

/**
 * Moves an appointment, and says so everywhere in the same transaction: status log, conversation, worker event, audit.
 * 409 `appointment.status.invalid` for a move that API contract section 7 does not have; what the clock would already
 * have ended counts as ended.
 */
export const changeStatus = async (change: Change, { appointment, to, by, actor, timeZone }: StatusChange) => {
  const { id, userId, workerId, startAt, endAt, address } = appointment;
  const from = by === 'clock' ? appointment.status : statusAt(appointment, change.now);
  if (!mayMove(from, to, by)) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
  await repository.setStatus(change.trx, id, to, by, change.now);
  await appendMessage(
    change,
    { userId, workerId },
    {
      sender: SENDERS[by],
      senderUserId: userOf(actor),
      type: 'appointment_status',
      payload: {
        appointmentId: id,
        status: appointment.status,
        changed_status: to,
        startAt: wallTime(startAt, timeZone),
        endAt: wallTime(endAt, timeZone),
      },
    },
  );
  await audit(change.trx, change.clock, actor, {
    action: 'appointment.status',
    subjectType: 'appointment',
    subjectId: id,
    details: { from: appointment.status, to },
  });
  const worker = await findWorkerFacts(change.trx, workerId);
  change.emit({
    type: 'appointment',
    workerId,
    data: { appointmentId: id, status: to, startAt: startAt.toISOString(), address, worker },
  });
};

/** The worker's answer to an invitation. 404 for another worker's appointment. */
export const answerAsWorker = (deps: Deps, id: number, workerId: number, to: AppointmentStatus) =>
  inChange(deps, async (change) => {
    const appointment = await repository.lockOfWorker(change.trx, id, workerId);
    if (!appointment) throw notFound();
    const actor = { kind: 'worker', workerId, organisationId: appointment.organisationId } as const;
    await changeStatus(change, { appointment, to, by: 'worker', actor, timeZone: deps.settings.timeZone });
    return { id, status: { name: to } };
  });

const expireBatch = (deps: Deps): Promise<number> =>
  inChange(deps, async (change) => {
    const due = await repository.lockDue(change.trx, change.now, EXPIRY_BATCH);
    for (const appointment of due) {
      const actor = { kind: 'clock', organisationId: appointment.organisationId } as const;
      const to = statusAt(appointment, change.now);
      await changeStatus(change, { appointment, to, by: 'clock', actor, timeZone: deps.settings.timeZone });
    }
    return due.length;
  });

/**
 * Ends what the clock has ended: unanswered invitations expire, accepted appointments are completed. Answers how many
 * changed. May run in several processes at once: each takes what no other holds.
 */
export const expireDue = async (deps: Deps): Promise<number> => {
  let total = 0;
  for (;;) {
    const changed = await expireBatch(deps);
    total += changed;
    if (changed < EXPIRY_BATCH) return total;
  }
};

/** A page of the caller's appointments; `limit` 0 answers the exact total. 404 for a job that is not theirs. */
export const listMine = async ({ db, clock, files, settings }: Deps, scope: Scope, query: AppointmentListQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, jobId, withFeedback = false, withStatusLog = false } = query;
  const filter = { scope, statuses: statusesOf(query.statusGroup), jobId };
  const total = limit === 0 ? await repository.countAppointments(db, filter) : undefined;
  const ask = { limit, offset: (page - 1) * limit, now: clock.now(), timeZone: settings.timeZone, withStatusLog };
  const rows = limit === 0 ? [] : await repository.listAppointments(db, filter, ask);
  // A page with rows has shown that the job is theirs.
  const nothing = rows.length === 0 && !total;
  if (nothing && jobId !== undefined && !(await jobIsInScope(db, scope, jobId))) throw notFound();
  const payload = rows.map((row) => presentAppointment(row, files, { withFeedback, withStatusLog }));
  return { payload, page, limit, ...(total !== undefined && { total }) };
};
