import { renewalDay } from '../../../../src/domains/packages';

test.each([
  ['2026-11-22', 'weekly', 1, '2026-11-29'],
  ['2026-11-29', 'weekly', 1, '2026-12-06'],
  ['2026-12-28', 'weekly', 2, '2027-01-11'],
  ['2026-03-28', 'weekly', 1, '2026-04-04'],
  ['2026-11-22', 'monthly', 1, '2026-12-22'],
  ['2026-12-22', 'monthly', 1, '2027-01-22'],
  ['2026-01-31', 'monthly', 1, '2026-02-28'],
  ['2028-01-31', 'monthly', 1, '2028-02-29'],
  ['2026-08-31', 'monthly', 3, '2026-11-30'],
  ['2026-11-30', 'monthly', 13, '2027-12-30'],
  ['2026-11-22', 'annual', 1, '2027-11-22'],
  ['2028-02-29', 'annual', 1, '2029-02-28'],
  ['2028-02-29', 'annual', 4, '2032-02-29'],
] as const)('a plan that was paid on %s and is %s (%i) renews on %s', (today, period, interval, day) => {
  expect(renewalDay(today, { period, interval })).toBe(day);
});
