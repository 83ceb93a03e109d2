import { dayStart, fromWallTime, wallTime } from '../../../server/platform/zone';

describe('wall times', () => {
  it.each([
    ['2026-03-11T09:00:00.000Z', 'Europe/Istanbul', '2026-03-11 12:00:00'],
    ['2026-01-15T23:30:00.000Z', 'Europe/Madrid', '2026-01-16 00:30:00'],
    ['2026-07-15T22:00:00.000Z', 'Europe/Madrid', '2026-07-16 00:00:00'],
    ['2026-07-15T12:00:00.000Z', 'America/New_York', '2026-07-15 08:00:00'],
  ])('convert %s in %s to %s and back', (instant, zone, text) => {
    expect(wallTime(new Date(instant), zone)).toBe(text);
    expect(fromWallTime(text, zone)?.toISOString()).toBe(instant);
  });

  it('do not exist when the clock is put forward', () => {
    expect(fromWallTime('2026-03-29 02:30:00', 'Europe/Madrid')).toBeNull();
    expect(fromWallTime('2026-03-29 03:00:00', 'Europe/Madrid')?.toISOString()).toBe('2026-03-29T01:00:00.000Z');
  });

  it('mean the first of two when the clock is put back', () => {
    expect(fromWallTime('2026-10-25 02:30:00', 'Europe/Madrid')?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it.each(['no date', '2026-02-30 10:00:00', '2026-13-01 10:00:00', '9999-12-31 23:59:59 x'])('reject %s', (text) => {
    expect(fromWallTime(text, 'Europe/Istanbul')).toBeNull();
  });

  it.each([
    ['2026-03-11', 'Europe/Istanbul', '2026-03-10T21:00:00.000Z'],
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    // Cuba changes its clock at midnight, so that day begins at one.
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['9999-12-31', 'Europe/Istanbul', '9999-12-30T21:00:00.000Z'],
  ])('start the day %s in %s at %s', (day, zone, instant) => {
    expect(dayStart(day, zone).toISOString()).toBe(instant);
  });
});
