import { SILENT_HOURS } from '../../../contract/constants/attendance';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  type AppointmentStatus,
  APPOINTMENT_STATUS_GROUPS,
  type AppointmentStatusGroup,
} from '../../../contract/constants/statuses';
import { HOUR } from '../../../contract/constants/time';
import { wallTime } from '../../../contract/zone';
import { recordFacts, inBatches, inChange, type Change } from '../../platform/change';
import { audit, userOf, type Actor } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { conflict, declinedMeanwhile, notFound } from '../../platform/errors';
import { appendMessage } from '../chat';
import { findWorkerFacts, formatDialNumber, isErased } from '../workers';
import * as repository from './repository';
import type { LockedAppointment, WorkerAppointment } from './repository';
import { mayMove, statusAt, type AppointmentActor, instantOf, isMeetingSeen, type SeenMeeting } from './rules';
import type {
  Appointment,
  AppointmentListQuery,
  JobAppointmentsQuery,
  OneApplicationAppointmentsBody,
} from '../../../contract/schemas/appointments';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { Files } from '../../platform/files';
import { scopeOfBranch, type Scope } from '../../platform/auth/guard';
import type { Db, Trx } from '../../platform/database/schema';
import { branchIsInScope, jobIsInScope, type LockedApplication } from '../jobs';
import {
  type AppointmentRecord,
  countAppointments,
  countOwnApplications,
  findRecord,
  isDeclined,
  listAppointments,
  listRecords,
  type RecordFilter,
} from './listRepository';

const EXPIRY_BATCH = 50;

const SENDERS = { employer: 'employer', worker: 'worker', clock: 'system' } as const;

interface Announcement {
  /** The caller has locked it in this transaction. */
  appointment: LockedAppointment;
  to: AppointmentStatus | 'NONE';
  sender: 'employer' | 'worker' | 'system';
  senderUserId: number | undefined;
  timeZone: string;
  /** Further fields of the message and of the event. */
  more?: { payload: Record<string, unknown>; data: Record<string, unknown> };
  /** Runs between the message and the event. */
  follow?: (thread: Awaited<ReturnType<typeof appendMessage>>['thread']) => Promise<void>;
}

/** Writes a change of the status into the conversation and sends it to the worker's product. */
export const announce = async (
  change: Change,
  { appointment, to, sender, senderUserId, timeZone, more, follow }: Announcement,
): Promise<void> => {
  const { id, applicationId, userId, workerId, startAt, endAt, address, status } = appointment;
  const times = { startAt: wallTime(startAt, timeZone), endAt: wallTime(endAt, timeZone) };
  const payload = { appointmentId: id, applicationId, status, changed_status: to, ...times, ...more?.payload };
  const message = { sender, senderUserId, type: 'appointment_status', payload } as const;
  const { thread } = await appendMessage(change, { userId, workerId }, message);
  await follow?.(thread);
  const worker = await findWorkerFacts(change.trx, workerId, applicationId);
  const data = { appointmentId: id, status: to, startAt: startAt.toISOString(), address, worker };
  change.emit({ type: 'appointment', workerId, data: { ...data, ...more?.data } });
};

interface StatusChange extends Pick<Announcement, 'appointment' | 'timeZone'> {
  to: AppointmentStatus;
  by: AppointmentActor;
  actor: Actor;
  /** True when the worker withdrew the application: message and history then tell that instead. */
  isWithdrawal?: boolean;
  /** Further fields of the message. */
  payload?: Record<string, unknown>;
}

/**
 * Changes the status of an appointment with its status log, chat message, worker event and audit entry. Throws 409
 * `appointment.status.invalid` for a move that docs/API.md#appointment-status does not allow. An appointment whose
 * time is up counts as ended.
 */
export const changeStatus = async (
  change: Change,
  { appointment, to, by, actor, timeZone, isWithdrawal = false, payload = {} }: StatusChange,
) => {
  const { id, status } = appointment;
  const from = by === 'clock' ? status : statusAt(appointment, change.now);
  if (!mayMove(from, to, by)) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
  await repository.setStatus(change.trx, id, to, by, change.now);
  const more = { payload: isWithdrawal ? { changed_status: 'WITHDRAWN' } : payload, data: {} };
  await announce(change, { appointment, to, sender: SENDERS[by], senderUserId: userOf(actor), timeZone, more });
  if (!isWithdrawal) await audit(change, actor, 'appointment.status', ['appointment', id], { from: status, to });
};

/**
 * Throws 409 for a locked application that ended: `application.declined`, `application.withdrawn`, or
 * `application.erased` for a deleted person's.
 */
export const checkNotEnded = async (
  trx: Trx,
  { id, status, workerId }: Pick<LockedApplication, 'id' | 'status' | 'workerId'>,
): Promise<void> => {
  if (status === 'rejected')
    throw (await isDeclined(trx, id)) ? declinedMeanwhile(id) : conflict(ERROR_KEYS.applicationWithdrawn);
  if (await isErased(trx, workerId)) throw conflict(ERROR_KEYS.applicationErased);
};

/** Throws 409 `appointment.moved` when the worker saw another start or place than the appointment has. */
export const checkSeen = (appointment: LockedAppointment, seen: SeenMeeting | undefined): void => {
  if (seen && !isMeetingSeen(appointment, seen)) throw conflict(ERROR_KEYS.appointmentMoved);
};

/** Throws 409 once the attendance is recorded, because a cancellation would then lock the feedback for good. */
export const checkMayCancel = ({ came }: Pick<WorkerAppointment, 'came'>): void => {
  if (came !== null) throw conflict(ERROR_KEYS.appointmentStatusInvalid);
};

/**
 * Records the worker's answer to an invitation, or a cancellation. Throws 404 for another worker's appointment, 409
 * `appointment.moved` when the worker saw another start or place than it has, and 409 `appointment.status.invalid` for a
 * move that is not allowed.
 */
export const answerAsWorker = (deps: Deps, id: number, workerId: number, to: AppointmentStatus, seen?: SeenMeeting) =>
  inChange(deps, async (change) => {
    const appointment = await repository.lockOfWorker(change.trx, id, workerId);
    if (!appointment) throw notFound();
    checkSeen(appointment, seen);
    if (to === 'APPLICANT_CANCELLED') checkMayCancel(appointment);
    const actor = { kind: 'worker', workerId, organisationId: appointment.organisationId } as const;
    await changeStatus(change, { appointment, to, by: 'worker', actor, timeZone: deps.settings.timeZone });
    if (to === 'ACTIVE') {
      // Who accepts so late need not be asked whether they come. Accepting also ends a request for another time.
      if (appointment.startAt.getTime() - change.now.getTime() <= SILENT_HOURS * HOUR)
        await repository.updateAttendance(change.trx, id, { answer: 'coming', minutes: null }, change.now);
      else if (appointment.attendance !== null) await repository.clearAttendance(change.trx, id);
      await recordFacts(change.trx, 'agreed', [appointment.applicationId], change.now);
    }
    return { id, status: { name: to } };
  });

/**
 * Expires unanswered invitations and completes accepted appointments whose time is up. Returns the number of changes.
 * Several processes may run it at once: each skips the rows that another has locked.
 */
export const expireDue = (deps: Deps): Promise<number> =>
  inBatches(EXPIRY_BATCH, () =>
    inChange(deps, async (change) => {
      const due = await repository.lockDue(change.trx, change.now, EXPIRY_BATCH);
      for (const appointment of due) {
        const actor = { kind: 'clock', organisationId: appointment.organisationId } as const;
        const to = statusAt(appointment, change.now);
        await changeStatus(change, { appointment, to, by: 'clock', actor, timeZone: deps.settings.timeZone });
      }
      return due.length;
    }),
  );

/** Returns the JSON of an appointment, without the parts that the request leaves out. */
export const presentAppointment = (
  row: AppointmentRecord,
  files: Files,
  options: { withFeedback: boolean; withStatusLog: boolean },
): Appointment => ({
  id: row.id,
  applicationId: row.applicationId,
  appointmentAt: row.appointmentAt,
  startAt: row.startAt,
  endAt: row.endAt,
  location: { latitude: row.latitude, longitude: row.longitude },
  address: row.address,
  workerId: row.workerId,
  companyId: row.companyId,
  jobId: row.jobId,
  job: { title: row.jobTitle, companyName: row.companyName },
  status: { name: row.status },
  isWithdrawn: row.isWithdrawn,
  user: {
    id: row.workerId,
    firstName: row.firstName,
    lastName: row.lastName,
    imageUrl: files.imageUrl(row.imageKey),
    phone: formatDialNumber(row.phone, row.countryCode),
    ...(row.isErased && { isErased: true as const }),
  },
  attendance: row.attendance,
  rebookOf: row.rebookOf,
  movedFrom: row.movedFrom,
  isCurrent: row.isCurrent,
  isApplicantCameToAppointment: row.came,
  isAppointmentPositive: row.positive,
  isOfferSentToApplicant: row.offerSent,
  isApplicantAcceptTheOffer: row.offerAccepted,
  appointmentComment: row.feedbackText,
  ...(options.withFeedback && {
    feedback: row.feedback === null ? null : { feedback: row.feedback, text: row.feedbackText ?? '' },
  }),
  ...(options.withStatusLog && { statusLog: row.statusLog ?? [] }),
  ...(row.lastAnswer !== undefined && { lastAnswer: row.lastAnswer }),
  ...(row.isKnown !== undefined && { isKnown: row.isKnown }),
  ...(row.textAt !== undefined && { textAt: row.textAt }),
  ...(row.reminders !== undefined && { reminders: row.reminders }),
});

/** Returns the statuses of a comma-separated list of groups, or undefined for all. */
const statusesOf = (groups: string | undefined): AppointmentStatus[] | undefined =>
  groups?.split(',').flatMap((group) => [...APPOINTMENT_STATUS_GROUPS[group as AppointmentStatusGroup]]);

/** Returns one appointment with its feedback and its log. Throws 404 when it is outside the caller's scope. */
export const presentOne = async (
  { files, settings }: Pick<Deps, 'files' | 'settings'>,
  db: Db,
  scope: Scope,
  id: number,
): Promise<Appointment> => {
  const { timeZone, workerLinks } = settings;
  const record = await findRecord(db, scope, id, { timeZone, workerLinks, withStatusLog: true });
  if (!record) throw notFound();
  return presentAppointment(record, files, { withFeedback: true, withStatusLog: true });
};

interface Parts {
  withFeedback?: boolean;
  withStatusLog?: boolean;
}

const present = async ({ db, files, settings }: Deps, filter: RecordFilter, parts: Parts): Promise<Appointment[]> => {
  const { withFeedback = false, withStatusLog = false } = parts;
  const rows = await listRecords(db, filter, { timeZone: settings.timeZone, withStatusLog });
  return rows.map((row) => presentAppointment(row, files, { withFeedback, withStatusLog }));
};

/** Returns a job's appointments, soonest first. Throws 404 for a job outside the caller's scope. */
export const listOfJob = async (
  deps: Deps,
  scope: Scope,
  jobId: number,
  { startFrom, ...parts }: JobAppointmentsQuery,
) => {
  const from = startFrom === undefined ? undefined : instantOf(startFrom, deps.settings.timeZone, 'startFrom');
  if (!(await jobIsInScope(deps.db, scope, jobId))) throw notFound();
  return present(deps, { scope, jobId, from }, parts);
};

/**
 * Returns the appointments of some applications, soonest first. Throws 404 when any application is outside the
 * caller's scope.
 */
export const listOfApplications = async (
  deps: Deps,
  scope: Scope,
  ids: readonly number[],
  { startedFrom, statusGroup, ...parts }: OneApplicationAppointmentsBody,
) => {
  const from = startedFrom === undefined ? undefined : instantOf(startedFrom, deps.settings.timeZone, 'startedFrom');
  const applicationIds = [...new Set(ids)];
  if ((await countOwnApplications(deps.db, scope, applicationIds)) < applicationIds.length) throw notFound();
  return present(deps, { scope, applicationIds, from, statuses: statusesOf(statusGroup) }, parts);
};

/**
 * Returns a page of the caller's appointments, or the exact total when `limit` is 0. Throws 404 for a job or a branch
 * outside the caller's scope.
 */
export const listMine = async ({ db, clock, files, settings }: Deps, caller: Scope, query: AppointmentListQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, jobId, branchId, withFeedback = false, withStatusLog = false } = query;
  const scope = scopeOfBranch(caller, branchId);
  const filter = { scope, statuses: statusesOf(query.statusGroup), jobId };
  const total = limit === 0 ? await countAppointments(db, filter) : undefined;
  const options = { limit, offset: (page - 1) * limit, now: clock.now(), timeZone: settings.timeZone, withStatusLog };
  const rows = limit === 0 ? [] : await listAppointments(db, filter, options);
  // A page with rows proves that the job and the branch are in scope.
  const isEmpty = rows.length === 0 && !total;
  if (isEmpty && branchId !== undefined && !(await branchIsInScope(db, caller, branchId))) throw notFound();
  if (isEmpty && jobId !== undefined && !(await jobIsInScope(db, scope, jobId))) throw notFound();
  const payload = rows.map((row) => presentAppointment(row, files, { withFeedback, withStatusLog }));
  return { payload, page, limit, ...(total !== undefined && { total }) };
};
