import type { Attendance } from '../../../contract/constants/attendance';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { audit } from '../../platform/audit';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict, invalid, notFound } from '../../platform/errors';
import { workerText } from '../../platform/outgoing/mails';
import { sendAsWorker } from '../chat';
import { findWorkerLanguage } from '../workers';
import { lockOfWorker, updateAttendance, type LockedAppointment } from './repository';
import { ATTENDANCE_MESSAGE, isSameAttendance, mayAttend, minutesError, statusAt } from './rules';
import { changeStatus, checkMayCancel } from './service';
import { sha256 } from '../../platform/sha256';

export interface AttendanceInput {
  appointmentId: number;
  workerId: number;
  answer: Attendance;
  /** By how many minutes the worker will be late; only with `late`. */
  minutes?: number | undefined;
  /** Goes into the conversation. */
  text?: string | undefined;
}

export interface RecordedAttendance {
  id: number;
  status: { name: AppointmentStatus };
}

const recordedOf = ({ attendance, attendanceMinutes }: LockedAppointment) =>
  attendance === null ? null : { answer: attendance, minutes: attendanceMinutes };

/** Identifies a text within the answer that it came with, so that a repeated request adds it once. */
const messageIdOf = (appointmentId: number, answeredAt: Date, text: string): string => {
  const digest = sha256(text).toString('hex').slice(0, 16);
  return `${ATTENDANCE_MESSAGE}${appointmentId}-${answeredAt.getTime()}-${digest}`;
};

/** Writes the worker's text into the conversation. Another time is a wish, so it is always written. */
const writeText = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  { id, userId, workerId }: LockedAppointment,
  { answer, text = '', answeredAt }: Pick<AttendanceInput, 'answer' | 'text'> & { answeredAt: Date },
) => {
  const wish = answer === 'other_time' ? workerText('otherTime', await findWorkerLanguage(change.trx, workerId)) : '';
  const body = [wish, text.trim()].filter(Boolean).join(' ');
  if (!body) return;
  const clientMessageId = messageIdOf(id, answeredAt, body);
  await sendAsWorker(deps, change, { userId, workerId }, { text: body, clientMessageId });
};

const publishAttendance = (change: Change, { organisationId, userId, applicationId }: LockedAppointment): void =>
  change.notifyEmployer(organisationId, { type: 'applications', userId, ids: [applicationId], reason: 'attendance' });

const record = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  appointment: LockedAppointment,
  { answer, minutes = null }: { answer: Attendance; minutes?: number | null | undefined },
): Promise<AppointmentStatus> => {
  const { id, organisationId, workerId, status } = appointment;
  const actor = { kind: 'worker', workerId, organisationId } as const;
  const { timeZone } = deps.settings;
  const isCancelled = answer === 'cannot';
  if (isCancelled)
    await changeStatus(change, { appointment, to: 'APPLICANT_CANCELLED', by: 'worker', actor, timeZone });
  await updateAttendance(change.trx, id, { answer, minutes }, change.now);
  const details = { answer, ...(minutes !== null && { minutes }) };
  // The history already has a line for the cancellation.
  if (!isCancelled)
    await audit(change.trx, change.clock, actor, {
      action: 'appointment.attendance',
      subjectType: 'appointment',
      subjectId: id,
      details,
    });
  publishAttendance(change, appointment);
  return isCancelled ? 'APPLICANT_CANCELLED' : status;
};

/**
 * Records whether a worker is coming to an accepted appointment; `cannot` cancels it. A repeated answer changes
 * nothing. Throws 400 on `minutes`, 404 for another worker's appointment, 409 `appointment.status.invalid` for one that
 * is not accepted or is over by an hour and for `cannot` after the attendance was recorded, and 409 `thread.blocked` for a text to an employer that blocked the worker.
 */
export const recordAttendance = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { appointmentId, workerId, text, ...given }: AttendanceInput,
): Promise<RecordedAttendance> =>
  inChange(deps, async (change) => {
    const wrong = minutesError(given);
    if (wrong) throw invalid({ minutes: wrong });
    const appointment = await lockOfWorker(change.trx, appointmentId, workerId);
    if (!appointment) throw notFound();
    const { id, status, attendanceAt } = appointment;
    const isRepeat = isSameAttendance(recordedOf(appointment), given);
    const isRepeatedCancel = isRepeat && given.answer === 'cannot' && status === 'APPLICANT_CANCELLED';
    if (!isRepeatedCancel && !mayAttend(appointment, change.now, given.answer))
      throw conflict(ERROR_KEYS.appointmentStatusInvalid);
    if (given.answer === 'cannot' && !isRepeatedCancel) checkMayCancel(appointment);
    const name = isRepeat ? status : await record(deps, change, appointment, given);
    const answeredAt = (isRepeat ? attendanceAt : null) ?? change.now;
    await writeText(deps, change, appointment, { ...given, text, answeredAt });
    // A further wish for another time waits for a reply again.
    if (isRepeat && text?.trim()) publishAttendance(change, appointment);
    return { id, status: { name } };
  });

/**
 * Turns down or cancels the appointment of a worker who withdraws, if it is open. The caller has locked its
 * application.
 */
export const refuseOpen = async (
  deps: Pick<Deps, 'settings'>,
  change: Change,
  { appointmentId, workerId }: { appointmentId: number; workerId: number },
): Promise<void> => {
  const appointment = await lockOfWorker(change.trx, appointmentId, workerId);
  if (!appointment) return;
  const status = statusAt(appointment, change.now);
  if (status === 'ACTIVE') await record(deps, change, appointment, { answer: 'cannot' });
  if (status !== 'WAITING') return;
  const actor = { kind: 'worker', workerId, organisationId: appointment.organisationId } as const;
  const { timeZone } = deps.settings;
  await changeStatus(change, { appointment, to: 'REJECTED', by: 'worker', actor, timeZone });
};
