import { LATE_MINUTES, type Attendance } from '../../contract/constants/attendance';
import type { Personality } from './personality';

/** What a worker answers on the page of the link, or through the gateway. */
export interface AttendanceReply {
  answer: Attendance | 'accept';
  minutes?: number;
}

/** Returns whether a message tells or reminds of a first day. */
export const isAboutFirstDay = ({ firstDay, reminder }: Record<string, unknown>): boolean =>
  firstDay === true || reminder === 'first_day_evening' || reminder === 'first_day_soon';

/**
 * Returns the worker's answer to a reminder: of an invitation only from those who ignored it before and now accept, and
 * of an accepted appointment by habit. Null when this worker does not answer.
 */
export const replyToReminder = (kind: unknown, personality: Personality): AttendanceReply | null => {
  const { reminders, invitations, variant } = personality;
  if (kind === 'invitation') return invitations === 'ignores' && reminders === 'comes' ? { answer: 'accept' } : null;
  if (kind !== 'day_before' && kind !== 'soon') return null;
  if (reminders === 'comes') return { answer: 'coming' };
  if (reminders === 'comesLate') return { answer: 'late', minutes: LATE_MINUTES[variant % LATE_MINUTES.length] ?? 10 };
  if (reminders === 'cannotCome') return { answer: 'cannot' };
  return reminders === 'wantsAnotherTime' ? { answer: 'other_time' } : null;
};
