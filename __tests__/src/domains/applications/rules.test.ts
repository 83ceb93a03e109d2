import { HOUR } from '../../../../contract/constants/time';
import { scorePercent } from '../../../../contract/constants/text';
import { answerCutoff } from '../../../../contract/rules/workingTime';
import { isHighScore, remainingMs } from '../../../../src/domains/applications';

test.each([
  [0.6, true],
  [0.5999, false],
  [1, true],
])('a score of %d is high: %s', (score, expected) => expect(isHighScore(score)).toBe(expected));

test.each([
  [0, 0],
  [0.0099, 0],
  [0.29, 29],
  [0.57, 57],
  [0.58, 58],
  [0.5969, 59],
  [0.5999, 59],
  [0.6, 60],
  [0.9999, 99],
  [1, 100],
])('a score of %d is shown as %d per cent', (score, expected) => expect(scorePercent(score)).toBe(expected));

test('whole per cents stay exact, and 60 or more appears exactly when the score is high', () => {
  for (let percent = 0; percent <= 100; percent += 1) expect(scorePercent(percent / 100)).toBe(percent);
  for (let at = 0; at <= 10_000; at += 1) expect(scorePercent(at / 10_000) >= 60).toBe(isHighScore(at / 10_000));
});

describe('remaining time (Istanbul, UTC+3)', () => {
  const left = (createdAt: string, now: string, holidays: string[] = [], isShortListed = false) =>
    remainingMs({ createdAt, now: Date.parse(now), holidays, isShortListed, timeZone: 'Europe/Istanbul' }) / HOUR;

  // 16–20 November 2026 is Monday to Friday.
  test.each([
    ['just arrived', '2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z', 24],
    ['three hours later', '2026-11-16T09:00:00Z', '2026-11-16T12:00:00Z', 21],
    ['over midnight', '2026-11-16T09:00:00Z', '2026-11-17T08:00:00Z', 1],
    ['run out', '2026-11-16T09:00:00Z', '2026-11-17T09:00:00Z', 0],
    ['long ago', '2025-01-01T09:00:00Z', '2026-11-17T09:00:00Z', 0],
    ['Friday 21:00 local on Saturday noon', '2026-11-20T18:00:00Z', '2026-11-21T09:00:00Z', 21],
    ['the same on Sunday night', '2026-11-20T18:00:00Z', '2026-11-22T20:59:59Z', 21],
    ['the same on Monday 01:00 local', '2026-11-20T18:00:00Z', '2026-11-22T22:00:00Z', 20],
    ['arrived on a Saturday', '2026-11-21T09:00:00Z', '2026-11-22T12:00:00Z', 24],
    ['arrived in the future (clocks differ)', '2026-11-16T09:00:10Z', '2026-11-16T09:00:00Z', 24],
    ['not a time', 'never', '2026-11-16T09:00:00Z', 0],
  ])('%s: %s, now %s', (_name, created, now, hours) => expect(left(created, now)).toBeCloseTo(hours, 6));

  test('skips a holiday as it skips a weekend', () => {
    // Thursday 29 October 2026 is a holiday.
    expect(left('2026-10-28T18:00:00Z', '2026-10-29T18:00:00Z', ['2026.10.29'])).toBe(21);
    expect(left('2026-10-28T18:00:00Z', '2026-10-29T22:00:00Z', ['2026.10.29'])).toBe(20);
    expect(left('2026-10-28T18:00:00Z', '2026-10-29T17:00:00Z')).toBe(1);
  });

  test('hides the remaining time of a shortlisted application', () =>
    expect(left('2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z', [], true)).toBe(0));

  test('runs exactly for arrivals after the cutoff, over holidays and changes of the clock', () => {
    const HOLIDAYS = ['2026.10.29', '2026.05.19', '2026.05.26', '2026.05.27', '2026.05.28', '2026.05.29', '2026.01.01'];
    let seed = 20_261_123;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let at = 0; at < 2_000; at += 1) {
      const timeZone = ['Europe/Istanbul', 'Europe/Madrid', 'America/Havana', 'America/New_York'][at % 4]!;
      const now = Date.parse('2026-01-01T00:00:00Z') + Math.floor(next() * 365 * 24 * HOUR);
      const cutoff = answerCutoff(now, { holidays: HOLIDAYS, timeZone });
      const leftAt = (arrived: number) =>
        remainingMs({
          createdAt: new Date(arrived).toISOString(),
          isShortListed: false,
          now,
          holidays: HOLIDAYS,
          timeZone,
        });
      const random = cutoff + Math.round((next() - 0.5) * 96 * HOUR);
      expect([timeZone, now, leftAt(cutoff), leftAt(cutoff + 1) > 0, leftAt(random) > 0]).toEqual([
        timeZone,
        now,
        0,
        true,
        random > cutoff,
      ]);
    }
  });
});
