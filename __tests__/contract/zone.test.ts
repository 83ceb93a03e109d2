import { ageOn, dayAt, daysAfter, dayStart, fromWallTime, nextDay, wallTime } from '../../contract/zone';

const iso = (instant: number | null) => instant && new Date(instant).toISOString();

describe('wall times', () => {
  it.each([
    ['2026-03-11T09:00:00.000Z', 'Europe/Istanbul', '2026-03-11 12:00:00'],
    ['2026-01-15T23:30:00.000Z', 'Europe/Madrid', '2026-01-16 00:30:00'],
    ['2026-07-15T22:00:00.000Z', 'Europe/Madrid', '2026-07-16 00:00:00'],
    ['2026-07-15T12:00:00.000Z', 'America/New_York', '2026-07-15 08:00:00'],
  ])('%s in %s is %s, and back', (instant, zone, text) => {
    expect(wallTime(new Date(instant), zone)).toBe(text);
    expect(iso(fromWallTime(text, zone))).toBe(instant);
  });

  it('do not exist where the clock goes forward', () => {
    expect(fromWallTime('2026-03-29 02:30:00', 'Europe/Madrid')).toBeNull();
    expect(iso(fromWallTime('2026-03-29 03:00:00', 'Europe/Madrid'))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('are the first of two where the clock goes back', () => {
    expect(iso(fromWallTime('2026-10-25 02:30:00', 'Europe/Madrid'))).toBe('2026-10-25T00:30:00.000Z');
  });

  it.each(['no date', '2026-02-30 10:00:00', '2026-13-01 10:00:00', '9999-12-31 23:59:59 x'])('refuses %s', (text) => {
    expect(fromWallTime(text, 'Europe/Istanbul')).toBeNull();
  });

  it.each([
    ['2026-03-11', 'Europe/Istanbul', '2026-03-10T21:00:00.000Z'],
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    // Cuba changes its clock at midnight, so that day begins at one.
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['9999-12-31', 'Europe/Istanbul', '9999-12-30T21:00:00.000Z'],
  ])('the day %s begins in %s at %s', (day, zone, instant) => {
    expect(iso(dayStart(day, zone))).toBe(instant);
  });
});

describe('days of a zone', () => {
  test.each([
    ['2004-02-29', '2025-02-28', 20],
    ['2004-02-29', '2025-03-01', 21],
    ['2004-03-01', '2024-02-29', 19],
    ['2026-11-20', '2026-11-20', 0],
  ])('the age of someone born on %s, on %s', (born, day, age) => expect(ageOn(born, day)).toBe(age));

  test.each([
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
  ])('the day after %s is %s', (day, next) => expect(nextDay(day)).toBe(next));

  it.each([
    ['2026-02-27', 2, '2026-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-29', 0, '2026-03-29'],
  ])('from %s, %d days on, it is %s', (day, days, then) => expect(daysAfter(day, days)).toBe(then));

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
});

test.each([
  ['Istanbul', '2026-11-23', '11:00', 'Europe/Istanbul', '2026-11-23T08:00:00.000Z'],
  ['Madrid in winter', '2026-01-10', '11:00', 'Europe/Madrid', '2026-01-10T10:00:00.000Z'],
  ['Madrid in summer', '2026-07-10', '11:00', 'Europe/Madrid', '2026-07-10T09:00:00.000Z'],
  ['Madrid, the day the clock goes forward', '2026-03-29', '11:00', 'Europe/Madrid', '2026-03-29T09:00:00.000Z'],
  ['Madrid, before it goes forward', '2026-03-29', '01:55', 'Europe/Madrid', '2026-03-29T00:55:00.000Z'],
  ['Madrid, after it goes forward', '2026-03-29', '03:00', 'Europe/Madrid', '2026-03-29T01:00:00.000Z'],
  ['Madrid, the day the clock goes back', '2026-10-25', '11:00', 'Europe/Madrid', '2026-10-25T10:00:00.000Z'],
  ['Madrid, after it went back', '2026-10-25', '03:00', 'Europe/Madrid', '2026-10-25T02:00:00.000Z'],
  ['New York', '2026-11-23', '00:00', 'America/New_York', '2026-11-23T05:00:00.000Z'],
])('a wall time becomes an instant: %s', (_name, day, time, zone, instant) => {
  expect(iso(fromWallTime(`${day} ${time}:00`, zone))).toBe(instant);
});
