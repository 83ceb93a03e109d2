import { ageAt, formatDay, formatTime, wallTimeText } from '../../../src/lib/dates';
import { weekday } from '../../../src/lib/weekday';
import { ageOn, dayAt, dayStart, nextDay, wallClock } from '../../../src/lib/zone';

describe('dates in the marketplace’s zone (Europe/Istanbul)', () => {
  test.each([
    ['2026-11-19T20:59:59.000Z', '19/11/2026', '23:59', 'Perşembe'],
    ['2026-11-19T21:00:00.000Z', '20/11/2026', '00:00', 'Cuma'],
    ['2026-01-01T00:30:00.000Z', '01/01/2026', '03:30', 'Perşembe'],
  ])('%s', (iso, day, time, name) => {
    expect([formatDay(iso), formatTime(iso), weekday(iso)]).toEqual([day, time, name]);
  });

  test.each([
    ['en', 'Friday'],
    ['en-GB', 'Friday'],
    ['es', 'viernes'],
    ['tr', 'Cuma'],
  ])('weekdays in %s', (locale, name) => expect(weekday('2026-11-20T09:00:00.000Z', locale)).toBe(name));

  test.each([
    ['2000-11-21', '2026-11-20T20:59:00.000Z', 25],
    ['2000-11-21', '2026-11-20T21:00:00.000Z', 26],
  ])('born %s, at %s: %i', (born, now, age) => expect(ageAt(born, Date.parse(now))).toBe(age));
});

describe('zone', () => {
  test.each([
    ['2004-02-29', '2025-02-28', 20],
    ['2004-02-29', '2025-03-01', 21],
    ['2004-03-01', '2024-02-29', 19],
    ['2026-11-20', '2026-11-20', 0],
  ])('age of %s on %s', (born, day, age) => expect(ageOn(born, day)).toBe(age));

  test.each([
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
  ])('after %s comes %s', (day, next) => expect(nextDay(day)).toBe(next));

  // Berlin: 29 March 2026 has 23 hours, 25 October 25.
  test.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-11-20', 'Europe/Istanbul', '2026-11-19T21:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, iso) => {
    expect(new Date(dayStart(day, zone)).toISOString()).toBe(iso);
    expect(dayAt(dayStart(day, zone), zone)).toBe(day);
    expect(dayAt(dayStart(day, zone) - 1, zone)).not.toBe(day);
  });

  test('milliseconds survive', () => expect(wallClock(1_700_000_000_123, 'UTC')).toBe(1_700_000_000_123));
});

test.each([
  ['2026-11-23 09:05:00', '23/11/2026 09:05'],
  ['2026-11-23T09:05:00.000Z', null],
  ['2026-11-23', null],
  ['', null],
  [undefined, null],
  [7, null],
])('%s as a wall time: %s', (wallTime, text) => {
  expect(wallTimeText(wallTime)).toBe(text);
});
