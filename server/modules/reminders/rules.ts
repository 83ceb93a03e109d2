import type { ReminderKind } from '../../../contract/constants/attendance';
import type { ApplicationStatus } from '../../../contract/constants/statuses';
import type { WorkerSmsName, WorkerTextName } from '../../platform/outgoing/mails';
import { statusAt, type DueFields } from '../appointments';

/** Why a reminder is not sent. */
export type SkipReason =
  | 'started'
  | 'off'
  | 'declined'
  | 'blocked'
  | 'moved'
  | 'recorded'
  | 'cancelled'
  | 'expired'
  | 'answered'
  | 'unanswered'
  | 'superseded';

export interface FirstDayFacts {
  startsAt: Date;
  started: boolean | null;
}

/** What decides about a due reminder, as it is when the reminder is sent. */
export interface ReminderFacts {
  kind: ReminderKind;
  /** The start that it was planned for. */
  startAt: Date;
  /** The organisation sends reminders. */
  isOn: boolean;
  applicationStatus: ApplicationStatus;
  isBlocked: boolean;
  /** A later reminder before the same start is due as well. */
  isLaterDue: boolean;
  /** Null for the reminders of a first day. */
  appointment: (DueFields & { hasAnswer: boolean }) | null;
  firstDay: FirstDayFacts | null;
}

const skipOfAppointment = ({ kind, appointment, isLaterDue }: ReminderFacts, now: Date): SkipReason | null => {
  const status = appointment ? statusAt(appointment, now) : 'CANCELLED';
  if (status === 'EXPIRED') return 'expired';
  if (kind === 'invitation') {
    // Who asked for another time has answered.
    if (status === 'WAITING') return appointment?.hasAnswer ? 'answered' : null;
    return status === 'ACTIVE' ? 'answered' : 'cancelled';
  }
  if (status === 'WAITING') return 'unanswered';
  if (status !== 'ACTIVE') return 'cancelled';
  return isLaterDue ? 'superseded' : null;
};

const skipOfFirstDay = ({ firstDay, startAt, isLaterDue }: ReminderFacts): SkipReason | null => {
  if (!firstDay || firstDay.startsAt.getTime() !== startAt.getTime()) return 'moved';
  if (firstDay.started !== null) return 'recorded';
  return isLaterDue ? 'superseded' : null;
};

/** Returns why a due reminder is not sent, or null when it is. See docs/PRODUCT.md#reminders. */
export const skipReasonOf = (facts: ReminderFacts, now: Date): SkipReason | null => {
  const { kind, startAt, isOn, applicationStatus, isBlocked } = facts;
  if (now >= startAt) return 'started';
  if (!isOn) return 'off';
  if (applicationStatus === 'rejected') return 'declined';
  if (isBlocked) return 'blocked';
  return kind === 'first_day_evening' || kind === 'first_day_soon'
    ? skipOfFirstDay(facts)
    : skipOfAppointment(facts, now);
};

const COMING = { text: 'reminder', sms: 'coming' } as const;
const FIRST_DAY = { text: 'reminderOfFirstDay', sms: 'firstDay' } as const;

/** The texts of each kind, in the conversation and by text message. */
export const TEXTS: Record<ReminderKind, { text: WorkerTextName; sms: WorkerSmsName }> = {
  invitation: { text: 'reminderOfInvitation', sms: 'invitation' },
  day_before: COMING,
  soon: COMING,
  first_day_evening: FIRST_DAY,
  first_day_soon: FIRST_DAY,
};
