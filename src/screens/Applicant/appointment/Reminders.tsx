import type { Appointment } from '../../../../contract/schemas/appointments';
import { dayAt, nextDay, previousDay } from '../../../../contract/zone';
import { formatDay, formatTime } from '../../../lib/dates';
import { readSettings } from '../../../lib/settings';
import { useHasText, useText } from '../../../ui/text';
import { useNowEach } from '../../../ui/ticker';
import { isChangeable } from './AppointmentForm';

type Reminder = NonNullable<Appointment['reminders']>[number];

/** Seconds between two looks at the clock. */
const STEP = 60;

const dayWord = (iso: string, now: number): 'today' | 'tomorrow' | 'yesterday' | 'other' => {
  const { timeZone } = readSettings();
  const today = dayAt(now, timeZone);
  const day = dayAt(Date.parse(iso), timeZone);
  if (day === today) return 'today';
  if (day === nextDay(today)) return 'tomorrow';
  return day === previousDay(today) ? 'yesterday' : 'other';
};

/** Returns a function that says when a reminder was or will be sent, or why it was not; null for later ones. */
const useReminderText = (now: number, nextDueAt: string | undefined, name: string) => {
  const t = useText();
  const hasText = useHasText();
  const whenOf = (iso: string) =>
    t('appointment.reminder.when', { day: dayWord(iso, now), date: formatDay(iso), time: formatTime(iso) });
  return ({ dueAt, sentAt, skipped }: Reminder): string | null => {
    if (sentAt !== null) return t('appointment.reminder.sent', { when: whenOf(sentAt) });
    if (skipped === null) return dueAt === nextDueAt ? t('appointment.reminder.next', { when: whenOf(dueAt) }) : null;
    const when = whenOf(dueAt);
    const reason = `appointment.reminder.skipped.${skipped}`;
    const notSent = t('appointment.reminder.notSent', { when });
    return hasText(reason) ? `${notSent} ${t(reason, { name })}` : notSent;
  };
};

/** What became of the appointment's reminders, and when the next one leaves: docs/PRODUCT.md#shown-reminders. */
export const Reminders = ({ appointment }: { appointment: Appointment }) => {
  const now = useNowEach(STEP);
  const { reminders = [], status, user } = appointment;
  // An invitation and an accepted appointment have reminders of their own.
  const isOwn = ({ kind }: Reminder) =>
    isChangeable(status.name) && (kind === 'invitation') === (status.name === 'WAITING');
  const next = reminders.find((one) => isOwn(one) && one.sentAt === null && one.skipped === null);
  const textOf = useReminderText(now, next?.dueAt, user.firstName);
  const lines = reminders.map((reminder) => ({ key: `${reminder.kind}-${reminder.dueAt}`, text: textOf(reminder) }));
  const shown = lines.filter(({ text }) => text !== null);
  if (shown.length === 0) return null;
  return (
    <ul className="hint">
      {shown.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
};
