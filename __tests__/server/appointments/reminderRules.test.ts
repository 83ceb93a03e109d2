import { fromWallTime, wallTime } from '../../../contract/zone';
import { remindersOf } from '../../../server/modules/appointments/rules';
import type { Attendance, ReminderKind } from '../../../contract/constants/attendance';
import { skipReasonOf, textsOf, type ReminderFacts, type SkipReason } from '../../../server/modules/reminders';
import { REMINDER_PAIRS } from './reminderPairs';

const TIME_ZONE = 'Europe/Istanbul';
const at = (text: string): Date => new Date(fromWallTime(`2026-${text}:00`, TIME_ZONE) ?? Number.NaN);

describe('reminders of an appointment', () => {
  it.each(REMINDER_PAIRS)('booked %s for %s are %s', (booked, start, expected) => {
    const planned = remindersOf({ bookedAt: at(booked), startAt: at(start), timeZone: TIME_ZONE });
    const texts = planned.map(({ kind, dueAt }) => `${kind} ${wallTime(dueAt, TIME_ZONE).slice(5, 16)}`);
    expect(texts.join(', ')).toBe(expected);
  });

  it.each([
    ['03-27 10:00', '03-29 10:00', 'invitation 03-27 20:00, day_before 03-28 09:00, soon 03-29 08:00'],
    ['03-28 10:00', '03-29 09:00', 'soon 03-28 20:00, invitation 03-28 21:00'],
    ['10-23 10:00', '10-25 10:00', 'invitation 10-23 20:00, day_before 10-24 11:00, soon 10-25 08:00'],
  ])('count real hours across a clock change: booked %s for %s', (booked, start, expected) => {
    const timeZone = 'Europe/Berlin';
    const instant = (text: string) => new Date(fromWallTime(`2026-${text}:00`, timeZone) ?? Number.NaN);
    const planned = remindersOf({ bookedAt: instant(booked), startAt: instant(start), timeZone });
    const texts = planned.map(({ kind, dueAt }) => `${kind} ${wallTime(dueAt, timeZone).slice(5, 16)}`);
    expect(texts.join(', ')).toBe(expected);
  });
});

describe('the decision when a reminder is due', () => {
  const now = at('11-23 10:00');
  const appointment = { status: 'ACTIVE', createdAt: at('11-22 10:00'), startAt: at('11-23 12:00') } as const;
  const facts: ReminderFacts = {
    kind: 'soon',
    startAt: at('11-23 12:00'),
    isOn: true,
    applicationStatus: 'in_progress',
    isBlocked: false,
    isLaterDue: false,
    appointment: { ...appointment, attendance: null, endAt: at('11-23 13:00') },
    firstDay: null,
  };
  const being = (
    status: NonNullable<ReminderFacts['appointment']>['status'],
    { createdAt = at('11-23 09:00'), attendance = null }: { createdAt?: Date; attendance?: Attendance | null } = {},
  ) => ({ appointment: { status, attendance, createdAt, startAt: facts.startAt, endAt: at('11-23 13:00') } });
  const firstDay = { startsAt: facts.startAt, started: null };

  it.each<[Partial<ReminderFacts>, SkipReason | null]>([
    [{}, null],
    [{ kind: 'day_before' }, null],
    [{ kind: 'day_before', isLaterDue: true }, 'superseded'],
    [{ startAt: now }, 'started'],
    [{ isOn: false }, 'off'],
    [{ applicationStatus: 'rejected' }, 'declined'],
    [{ isBlocked: true }, 'blocked'],
    [being('CANCELLED'), 'cancelled'],
    [being('APPLICANT_CANCELLED'), 'cancelled'],
    [{ appointment: null }, 'cancelled'],
    [being('WAITING'), 'unanswered'],
    [being('WAITING', { createdAt: at('11-22 10:00') }), 'expired'],
    [{ kind: 'invitation', ...being('WAITING') }, null],
    [{ kind: 'invitation', ...being('WAITING'), isLaterDue: true }, null],
    [{ kind: 'invitation', ...being('WAITING', { attendance: 'other_time' }) }, 'answered'],
    [{ kind: 'invitation' }, 'answered'],
    [{ kind: 'invitation', ...being('REJECTED') }, 'cancelled'],
    [{ kind: 'first_day_soon', appointment: null, firstDay }, null],
    [{ kind: 'first_day_evening', appointment: null, firstDay, isLaterDue: true }, 'superseded'],
    [{ kind: 'first_day_soon', appointment: null }, 'moved'],
    [{ kind: 'first_day_soon', appointment: null, firstDay: { ...firstDay, startsAt: now } }, 'moved'],
    [{ kind: 'first_day_soon', appointment: null, firstDay: { ...firstDay, started: true } }, 'recorded'],
  ])('for %j is %s', (given, expected) => {
    expect(skipReasonOf({ ...facts, ...given }, now)).toBe(expected);
  });

  it.each<[ReminderKind, Attendance | null, string]>([
    ['day_before', null, 'reminder coming'],
    ['soon', null, 'reminder coming'],
    ['soon', 'other_time', 'reminder coming'],
    ['soon', 'coming', 'reminderOfInterview interview'],
    ['soon', 'late', 'reminderOfInterview interview'],
    ['day_before', 'coming', 'reminderOfInterview interview'],
    ['invitation', null, 'reminderOfInvitation invitation'],
  ])('%s after the answer %s has the texts %s', (kind, attendance, expected) => {
    const { text, sms } = textsOf({ kind, ...being('ACTIVE', { attendance }) });
    expect(`${text} ${sms}`).toBe(expected);
  });
});
