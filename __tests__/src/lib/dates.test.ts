import { ageAt, formatDay, formatTime, shortWallTime, wallTimeText } from '../../../src/lib/dates';
import { weekday } from '../../../src/lib/startTime';

describe('dates in the marketplace’s time zone (Europe/Istanbul)', () => {
  test.each([
    ['2026-11-19T20:59:59.000Z', '19/11/2026', '23:59', 'Perşembe'],
    ['2026-11-19T21:00:00.000Z', '20/11/2026', '00:00', 'Cuma'],
    ['2026-01-01T00:30:00.000Z', '01/01/2026', '03:30', 'Perşembe'],
  ])('%s', (iso, day, time, name) => {
    expect([formatDay(iso), formatTime(iso), weekday(iso, 'tr')]).toEqual([day, time, name]);
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
  ])('the age of someone born on %s is, at %s, %i', (born, now, age) => expect(ageAt(born, Date.parse(now))).toBe(age));
});

test.each([
  ['2026-11-23 09:05:00', '23/11/2026 09:05'],
  ['2026-11-23T09:05:00.000Z', null],
  ['2026-11-23', null],
  ['', null],
  [undefined, null],
  [7, null],
])('formats the wall time %s as %s', (wallTime, text) => {
  expect(wallTimeText(wallTime)).toBe(text);
});

test.each([
  ['2026-11-23 10:00:00', 'Pzt 23/11 10:00'],
  ['2026-99-99 10:00:00', null],
  ['soon', null],
])('formats the wall time %s with its weekday as %s', (wallTime, text) => {
  expect(shortWallTime(wallTime, 'tr')).toBe(text);
});
