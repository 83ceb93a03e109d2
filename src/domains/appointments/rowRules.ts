import { SILENT_HOURS } from '../../../contract/constants/attendance';
import { feedbackChain } from '../../../contract/rules/feedback';
import { undoEndsAt } from '../../../contract/rules/feedbackRemoval';
import { APPOINTMENT_MINUTES } from '../../../contract/constants/limits';
import { answerEndsAt } from '../../../contract/rules/stage';
import type { AppointmentStatus, StageKey } from '../../../contract/constants/statuses';
import type { Appointment, LastAnswer } from '../../../contract/schemas/appointments';
import { HOUR, MINUTE } from '../../../contract/constants/time';

/** Statuses in which the employer can cancel or move an appointment: docs/API.md#appointment-status. */
const CHANGEABLE_STATUSES: readonly AppointmentStatus[] = ['WAITING', 'ACTIVE'];

export const isChangeable = (status: AppointmentStatus): boolean => CHANGEABLE_STATUSES.includes(status);

/**
 * The state of an appointment: docs/PRODUCT.md#appointment-list. `accepted`: the worker has not confirmed that they
 * come; it turns `silent` shortly before the start. `over`: no outcome is recorded. `cannot`: the worker cancelled.
 * `failed`: refused, expired or cancelled otherwise. `outcome`: a later step of the feedback chain.
 */
export type RowState =
  | 'waiting'
  | 'accepted'
  | 'silent'
  | 'coming'
  | 'late'
  | 'otherTime'
  | 'over'
  | 'came'
  | 'missed'
  | 'cannot'
  | 'failed'
  | 'outcome';

/** What a row offers as the next step: call, answer the worker, record who came, invite again, or say how it went. */
export type RowStep = 'call' | 'answer' | 'record' | 'invite' | 'review';

const startOf = ({ appointmentAt }: Pick<Appointment, 'appointmentAt'>): number => Date.parse(appointmentAt);

/** Returns the text of a change to a status. That the time of an accepted appointment passed approves nothing. */
export const changeTextId = <Status extends string>(status: Status) =>
  status === 'COMPLETED' ? 'appointment.log.over' : (`appointments.status.${status}` as const);

/** Returns the instant in ms at which an appointment ends. */
export const endOf = (row: Pick<Appointment, 'appointmentAt'>): number => startOf(row) + APPOINTMENT_MINUTES * MINUTE;

/** Returns the instant in ms until which an invitation can be answered; its start if its time is unknown. */
export const answerBy = (row: Pick<Appointment, 'appointmentAt' | 'statusLog'>): number => {
  // A changed time is a new invitation.
  const invited = row.statusLog?.findLast(({ status }) => status === 'WAITING');
  const start = startOf(row);
  return invited ? answerEndsAt({ createdAt: Date.parse(invited.at), startAt: start }) : start;
};

/** Returns the status at `now` (ms); the server stores an expiry or an end a little later. */
const statusAt = (row: Appointment, now: number): AppointmentStatus => {
  const { name } = row.status;
  if (name === 'WAITING' && answerBy(row) <= now) return 'EXPIRED';
  return name === 'ACTIVE' && endOf(row) <= now ? 'COMPLETED' : name;
};

/** Returns whether the worker came; null while it is not recorded. `feedback` keeps it after a second invitation. */
const cameOf = (row: Appointment): boolean | null => {
  if (row.feedback) return row.feedback.feedback === 'worker_came';
  return feedbackChain({ status: row.status.name, answers: row }).recorded.isApplicantCameToAppointment;
};

/** Returns whether the worker asked for another time and the employer has not written since. */
export const awaitsReply = ({ attendance }: Pick<Appointment, 'attendance'>): boolean =>
  attendance?.answer === 'other_time' && !attendance.hasReply;

const agreedState = (row: Appointment, now: number): RowState => {
  const answer = row.attendance?.answer;
  if (answer === 'coming' || answer === 'late') return answer;
  // After the employer's reply it is the worker's turn again.
  if (awaitsReply(row)) return 'otherTime';
  return now >= startOf(row) - SILENT_HOURS * HOUR ? 'silent' : 'accepted';
};

/** Returns the state of an appointment at `now` (ms). */
export const stateOf = (row: Appointment, now: number): RowState => {
  const status = statusAt(row, now);
  const came = cameOf(row);
  switch (status) {
    case 'WAITING':
      return awaitsReply(row) ? 'otherTime' : 'waiting';
    case 'ACTIVE':
    case 'COMPLETED':
      // The attendance may be recorded before the end.
      if (came !== null) return came ? 'came' : 'missed';
      return status === 'ACTIVE' ? agreedState(row, now) : 'over';
    case 'APPLICANT_CANCELLED':
      return 'cannot';
    case 'REJECTED':
    case 'EXPIRED':
    case 'CANCELLED':
    case 'CANCELLED_OUTSIDE_24H':
      return 'failed';
    default:
      return came === false ? 'missed' : 'outcome';
  }
};

const STAGES: Partial<Record<RowState, StageKey>> = {
  waiting: 'invited',
  accepted: 'accepted',
  came: 'came',
  missed: 'missed',
};
const OUTCOMES: Partial<Record<AppointmentStatus, StageKey>> = { OFFER_SENT: 'offered', OFFER_ACCEPTED: 'hired' };

/**
 * Returns the stage that a row shows; null when the row shows a text of its own instead. `at` is the end of an
 * invitation, else null, because the row already shows its start.
 */
export const stageOfRow = (row: Appointment, state: RowState): { key: StageKey; at: string | null } | null => {
  const key = state === 'outcome' ? OUTCOMES[row.status.name] : STAGES[state];
  if (!key) return null;
  return { key, at: key === 'invited' ? new Date(answerBy(row)).toISOString() : null };
};

const STEPS: Partial<Record<RowState, RowStep>> = {
  silent: 'call',
  otherTime: 'answer',
  over: 'record',
  missed: 'invite',
  cannot: 'invite',
  failed: 'invite',
  came: 'review',
};

/** Returns the next step of an appointment; null without one, or after a later appointment or a decision. */
export const stepOf = (row: Appointment, now: number): RowStep | null =>
  row.isCurrent ? (STEPS[stateOf(row, now)] ?? null) : null;

/** Returns the recorded attendance if it can be undone at `now` (ms), else null. */
export const undoableAt = (row: Appointment, answer: LastAnswer | undefined, now: number): LastAnswer | null => {
  const state = stateOf(row, now);
  if (!answer || (state !== 'came' && state !== 'missed')) return null;
  return now <= undoEndsAt(Date.parse(answer.recordedAt)) ? answer : null;
};
