import { fromWallTime, wallTime } from '../../../contract/zone';
import { remindersOf } from '../../../server/modules/appointments/reminderRules';
import { skipReasonOf, type ReminderFacts, type SkipReason } from '../../../server/modules/reminders/rules';

const TIME_ZONE = 'Europe/Istanbul';
const at = (text: string): Date => new Date(fromWallTime(`2026-${text}:00`, TIME_ZONE) ?? Number.NaN);

describe('reminders of an appointment', () => {
  it.each<[booked: string, start: string, reminders: string]>([
    ['11-23 10:00', '11-23 10:30', 'invitation 11-23 10:15'],
    ['11-23 10:00', '11-23 12:00', 'invitation 11-23 11:00'],
    ['11-23 10:00', '11-23 15:55', 'invitation 11-23 12:57'],
    ['11-23 10:00', '11-23 16:00', 'invitation 11-23 13:00, soon 11-23 14:00'],
    ['11-23 10:00', '11-23 20:00', 'invitation 11-23 15:00, soon 11-23 18:00'],
    ['11-23 10:00', '11-23 23:00', 'invitation 11-23 16:30, soon 11-23 21:00'],
    ['11-23 10:00', '11-24 08:00', 'soon 11-23 20:00, invitation 11-23 21:00'],
    ['11-23 10:00', '11-24 09:55', 'soon 11-23 20:00, invitation 11-23 21:57'],
    ['11-23 10:00', '11-24 10:00', 'invitation 11-23 20:00, soon 11-24 08:00'],
    ['11-23 10:00', '11-24 12:00', 'invitation 11-23 20:00, soon 11-24 10:00'],
    ['11-23 10:00', '11-24 15:55', 'invitation 11-23 20:00, soon 11-24 13:55'],
    ['11-23 10:00', '11-24 16:00', 'day_before 11-23 16:00, invitation 11-23 20:00, soon 11-24 14:00'],
    ['11-23 10:00', '11-24 22:00', 'invitation 11-23 20:00, day_before 11-23 20:00, soon 11-24 20:00'],
    ['11-23 10:00', '11-24 23:55', 'invitation 11-23 20:00, day_before 11-23 20:00, soon 11-24 21:55'],
    ['11-23 10:00', '11-25 07:00', 'invitation 11-23 20:00, day_before 11-23 20:00, soon 11-24 20:00'],
    ['11-23 10:00', '11-25 10:00', 'invitation 11-23 20:00, day_before 11-24 10:00, soon 11-25 08:00'],
    ['11-23 10:00', '11-27 14:00', 'invitation 11-23 20:00, day_before 11-26 14:00, soon 11-27 12:00'],
    ['11-23 10:00', '12-23 10:00', 'invitation 11-23 20:00, day_before 12-22 10:00, soon 12-23 08:00'],
    ['11-23 12:00', '11-26 12:00', 'invitation 11-23 20:00, day_before 11-25 12:00, soon 11-26 10:00'],
    ['11-23 14:00', '11-26 12:00', 'invitation 11-23 20:00, day_before 11-25 12:00, soon 11-26 10:00'],
    ['11-23 19:00', '11-24 09:00', 'invitation 11-23 20:00, soon 11-23 20:00'],
    ['11-23 19:59', '11-24 09:00', 'invitation 11-23 20:00, soon 11-23 20:00'],
    ['11-23 20:00', '11-24 09:00', ''],
    ['11-23 20:30', '11-24 09:00', ''],
    ['11-23 20:30', '11-24 11:00', 'soon 11-24 09:00'],
    ['11-23 21:00', '11-25 10:00', 'invitation 11-24 09:00, day_before 11-24 10:00, soon 11-25 08:00'],
    ['11-23 21:59', '11-24 07:30', ''],
    ['11-23 22:00', '11-24 09:00', ''],
    ['11-23 22:00', '11-24 14:00', 'soon 11-24 12:00'],
    ['11-23 23:30', '11-24 00:30', ''],
    ['11-23 23:30', '11-25 08:00', 'day_before 11-24 08:00, invitation 11-24 11:30, soon 11-24 20:00'],
    ['11-24 00:30', '11-24 08:00', ''],
    ['11-24 03:00', '11-24 10:00', 'soon 11-24 08:00'],
    ['11-24 03:00', '11-25 09:00', 'day_before 11-24 09:00, invitation 11-24 15:00, soon 11-24 20:00'],
    ['11-24 06:00', '11-24 12:00', 'invitation 11-24 09:00, soon 11-24 10:00'],
    ['11-24 07:00', '11-25 13:00', 'day_before 11-24 13:00, invitation 11-24 19:00, soon 11-25 11:00'],
    ['11-24 07:59', '11-24 08:30', 'invitation 11-24 08:14'],
    ['11-24 08:00', '11-24 14:00', 'invitation 11-24 11:00, soon 11-24 12:00'],
    ['11-23 17:00', '11-25 00:30', 'invitation 11-23 20:00, day_before 11-23 20:00, soon 11-24 20:00'],
    ['11-23 09:59', '11-26 23:00', 'invitation 11-23 20:00, day_before 11-25 20:00, soon 11-26 21:00'],
  ])('booked %s for %s are %s', (booked, start, expected) => {
    const planned = remindersOf({ bookedAt: at(booked), startAt: at(start), timeZone: TIME_ZONE });
    const texts = planned.map(({ kind, dueAt }) => `${kind} ${wallTime(dueAt, TIME_ZONE).slice(5, 16)}`);
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
    appointment: { ...appointment, hasAnswer: false, endAt: at('11-23 13:00') },
    firstDay: null,
  };
  const being = (
    status: NonNullable<ReminderFacts['appointment']>['status'],
    { createdAt = at('11-23 09:00'), hasAnswer = false } = {},
  ) => ({ appointment: { status, hasAnswer, createdAt, startAt: facts.startAt, endAt: at('11-23 13:00') } });
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
    [{ kind: 'invitation', ...being('WAITING', { hasAnswer: true }) }, 'answered'],
    [{ kind: 'invitation' }, 'answered'],
    [{ kind: 'invitation', ...being('REJECTED') }, 'cancelled'],
    [{ kind: 'first_day_soon', appointment: null, firstDay }, null],
    [{ kind: 'first_day_evening', appointment: null, firstDay, isLaterDue: true }, 'superseded'],
    [{ kind: 'first_day_soon', appointment: null }, 'moved'],
    [{ kind: 'first_day_soon', appointment: null, firstDay: { ...firstDay, startsAt: now } }, 'moved'],
    [{ kind: 'first_day_soon', appointment: null, firstDay: { ...firstDay, started: true } }, 'recorded'],
  ])('of %j is %s', (given, expected) => {
    expect(skipReasonOf({ ...facts, ...given }, now)).toBe(expected);
  });
});
