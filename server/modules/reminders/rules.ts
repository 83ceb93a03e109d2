import type { Attendance, ReminderKind } from '../../../contract/constants/attendance';
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
  appointment: (DueFields & { attendance: Attendance | null }) | null;
  firstDay: FirstDayFacts | null;
}

const skipOfAppointment = ({ kind, appointment, isLaterDue }: ReminderFacts, now: Date): SkipReason | null => {
  const status = appointment ? statusAt(appointment, now) : 'CANCELLED';
  if (status === 'EXPIRED') return 'expired';
  if (kind === 'invitation') {
    // Who asked for another time has answered.
    if (status === 'WAITING') return appointment?.attendance ? 'answered' : null;
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

interface ReminderTexts {
  text: WorkerTextName;
  sms: WorkerSmsName;
}

const COMING = { text: 'reminder', sms: 'coming' } as const;
/** Without the question, which the page no longer asks. */
const ANSWERED = { text: 'reminderOfInterview', sms: 'interview' } as const;
const FIRST_DAY = { text: 'reminderOfFirstDay', sms: 'firstDay' } as const;

const TEXTS: Record<ReminderKind, ReminderTexts> = {
  invitation: { text: 'reminderOfInvitation', sms: 'invitation' },
  day_before: COMING,
  soon: COMING,
  first_day_evening: FIRST_DAY,
  first_day_soon: FIRST_DAY,
};

/** Returns the texts of a reminder, in the conversation and by text message. A worker who is coming is not asked again. */
export const textsOf = ({ kind, appointment }: Pick<ReminderFacts, 'kind' | 'appointment'>): ReminderTexts => {
  const attendance = appointment?.attendance;
  return TEXTS[kind] === COMING && (attendance === 'coming' || attendance === 'late') ? ANSWERED : TEXTS[kind];
};
