import { APPOINTMENT_STATUSES, type AppointmentStatus } from '../../../contract/constants/statuses';
import {
  cancelStatus,
  isSameAttendance,
  mayAttend,
  mayMove,
  minutesError,
  statusAt,
  type AppointmentActor,
  type AttendanceAnswer,
} from '../../../server/modules/appointments/rules';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

/** The allowed moves by docs/API.md#appointment-status; every other move is rejected. */
const ALLOWED = new Set([
  'WAITING > ACTIVE by worker',
  'WAITING > REJECTED by worker',
  'WAITING > CANCELLED by employer',
  'WAITING > CANCELLED_OUTSIDE_24H by employer',
  'WAITING > EXPIRED by clock',
  'ACTIVE > COMPLETED by clock',
  'ACTIVE > APPLICANT_CANCELLED by worker',
  'ACTIVE > CANCELLED by employer',
  'ACTIVE > CANCELLED_OUTSIDE_24H by employer',
  'ACTIVE > APPOINTMENT_POSITIVE by employer',
  'ACTIVE > APPOINTMENT_NEGATIVE by employer',
  'COMPLETED > APPOINTMENT_POSITIVE by employer',
  'COMPLETED > APPOINTMENT_NEGATIVE by employer',
  'APPOINTMENT_POSITIVE > OFFER_SENT by employer',
  'OFFER_SENT > OFFER_ACCEPTED by employer',
  'OFFER_SENT > OFFER_REJECTED by employer',
]);

const ACTORS: readonly AppointmentActor[] = ['employer', 'worker', 'clock'];
const everyMove = APPOINTMENT_STATUSES.flatMap((from) =>
  APPOINTMENT_STATUSES.flatMap((to) => ACTORS.map((actor) => [from, to, actor] as const)),
);

describe('moves of an appointment', () => {
  it.each(everyMove)('move %s to %s by %s', (from, to, actor) => {
    expect(mayMove(from, to, actor)).toBe(ALLOWED.has(`${from} > ${to} by ${actor}`));
  });

  it.each<[number, AppointmentStatus]>([
    [1, 'CANCELLED'],
    [23.99, 'CANCELLED'],
    [24, 'CANCELLED_OUTSIDE_24H'],
    [72, 'CANCELLED_OUTSIDE_24H'],
  ])('record a cancellation %d hours before the start as %s', (before, status) => {
    expect(cancelStatus(hours(before), NOW)).toBe(status);
  });
});

describe('status changes by the clock', () => {
  it.each<[AppointmentStatus, number, number, number, AppointmentStatus]>([
    ['WAITING', -23.99, 5, 6, 'WAITING'],
    ['WAITING', -24, 5, 6, 'EXPIRED'],
    ['WAITING', -1, 0, 1, 'EXPIRED'],
    ['WAITING', -1, 0.01, 1, 'WAITING'],
    ['ACTIVE', -100, -1, 0.01, 'ACTIVE'],
    ['ACTIVE', -100, -1, 0, 'COMPLETED'],
    ['REJECTED', -100, -2, -1, 'REJECTED'],
    ['OFFER_SENT', -100, -2, -1, 'OFFER_SENT'],
  ])('turn %s, created %d h, starting %d h, ending %d h from now, into %s', (status, created, start, end, expected) => {
    const times = { createdAt: hours(created), startAt: hours(start), endAt: hours(end) };
    expect(statusAt({ status, ...times }, NOW)).toBe(expected);
  });
});

describe('what a worker answers about an accepted appointment', () => {
  it.each<[AppointmentStatus, number, boolean]>([
    ['WAITING', 5, false],
    ['ACTIVE', 5, true],
    ['ACTIVE', 0, true],
    ['ACTIVE', -0.99, true],
    ['ACTIVE', -1, false],
    ['COMPLETED', -0.99, true],
    ['COMPLETED', -1, false],
    ['APPLICANT_CANCELLED', 5, false],
    ['CANCELLED', 5, false],
    ['APPOINTMENT_POSITIVE', -0.5, false],
    ['REJECTED', 5, false],
  ])('while %s, ending %d h from now: possible %s', (status, end, expected) => {
    const times = { createdAt: hours(-2), startAt: hours(end - 1), endAt: hours(end) };
    expect(mayAttend({ status, ...times }, NOW, 'coming')).toBe(expected);
  });

  it.each<[AppointmentStatus, number, boolean]>([
    ['WAITING', 5, true],
    ['ACTIVE', 5, true],
    ['WAITING', 0, false],
    ['REJECTED', 5, false],
  ])('while %s, ending %d h from now, another time: possible %s', (status, end, expected) => {
    const times = { createdAt: hours(-2), startAt: hours(end - 1), endAt: hours(end) };
    expect(mayAttend({ status, ...times }, NOW, 'other_time')).toBe(expected);
  });

  it.each<[AttendanceAnswer, string | null]>([
    [{ answer: 'coming' }, null],
    [{ answer: 'coming', minutes: 10 }, 'field.invalid'],
    [{ answer: 'late', minutes: 10 }, null],
    [{ answer: 'late' }, 'field.required'],
    [{ answer: 'cannot', minutes: 30 }, 'field.invalid'],
    [{ answer: 'other_time' }, null],
  ])('%j has the error %s on its minutes', (given, expected) => {
    expect(minutesError(given)).toBe(expected);
  });

  it.each<[AttendanceAnswer | null, AttendanceAnswer, boolean]>([
    [null, { answer: 'coming' }, false],
    [{ answer: 'coming', minutes: null }, { answer: 'coming' }, true],
    [{ answer: 'late', minutes: 10 }, { answer: 'late', minutes: 20 }, false],
    [{ answer: 'late', minutes: 10 }, { answer: 'late', minutes: 10 }, true],
    [{ answer: 'coming', minutes: null }, { answer: 'cannot' }, false],
  ])('%j and then %j are the same: %s', (recorded, given, expected) => {
    expect(isSameAttendance(recorded, given)).toBe(expected);
  });
});
