import { suggestedTimes } from '../../contract/rules/suggestedTimes';

const ISTANBUL = 'Europe/Istanbul';
/** A Wednesday, 12:00 in Istanbul. */
const NOON = '2026-11-18T09:00:00Z';

const BASE = { timeZone: ISTANBUL, holidays: [], taken: [], days: [], parts: [] };
type Change = Partial<Omit<Parameters<typeof suggestedTimes>[0], 'now' | 'taken'>> & { taken?: string[] };

const suggest = (now: string, { taken = [], ...change }: Change = {}) =>
  suggestedTimes({ ...BASE, ...change, now: Date.parse(now), taken: taken.map((iso) => Date.parse(iso)) });

test.each<[string, string, Change, string[]]>([
  ['two a day, three hours apart', NOON, {}, ['18 12:30', '18 15:30', '19 10:00', '19 13:00']],
  ['half an hour ahead at least', '2026-11-18T09:01:00Z', {}, ['18 13:00', '18 16:00', '19 10:00', '19 13:00']],
  ['from 10 in the morning', '2026-11-18T03:00:00Z', {}, ['18 10:00', '18 13:00', '19 10:00', '19 13:00']],
  ['an interview ends by 20:00', '2026-11-18T15:30:00Z', {}, ['18 19:00', '19 10:00', '19 13:00', '20 10:00']],
  ['never in the night', '2026-11-18T20:30:00Z', {}, ['19 10:00', '19 13:00', '20 10:00', '20 13:00']],
  ['no weekend without an answer', '2026-11-20T17:30:00Z', {}, ['23 10:00', '23 13:00', '24 10:00', '24 13:00']],
  ['the days of the applicant', NOON, { days: ['saturday'] }, ['21 10:00', '21 13:00', '28 10:00', '28 13:00']],
  ['both days of a weekend', NOON, { days: ['saturday', 'sunday'] }, ['21 10:00', '21 13:00', '22 10:00', '22 13:00']],
  ['the mornings of the applicant', NOON, { parts: ['morning'] }, ['19 10:00', '20 10:00', '23 10:00', '24 10:00']],
  ['the evenings of the applicant', NOON, { parts: ['evening'] }, ['18 17:00', '19 17:00', '20 17:00', '23 17:00']],
  ['two parts of a day', NOON, { parts: ['morning', 'evening'] }, ['18 17:00', '19 10:00', '19 17:00', '20 10:00']],
  ['nights alone are no answer', NOON, { parts: ['night'] }, ['18 12:30', '18 15:30', '19 10:00', '19 13:00']],
  ['no holiday', NOON, { holidays: ['2026.11.19'] }, ['18 12:30', '18 15:30', '20 10:00', '20 13:00']],
  [
    'no holiday on a day of the applicant',
    NOON,
    { days: ['saturday'], holidays: ['2026.11.21'] },
    ['28 10:00', '28 13:00', '05 10:00', '05 13:00'],
  ],
  [
    'not during another interview of the branch',
    NOON,
    { taken: ['2026-11-18T09:30:00Z', '2026-11-19T07:30:00Z'] },
    ['18 13:30', '18 16:30', '19 11:30', '19 14:30'],
  ],
  [
    'right before and after another interview',
    NOON,
    { parts: ['morning'], taken: ['2026-11-19T08:00:00Z'] },
    ['19 10:00', '20 10:00', '23 10:00', '24 10:00'],
  ],
  [
    'before 10 when nothing later is free',
    NOON,
    { parts: ['morning'], taken: ['2026-11-19T07:00:00Z', '2026-11-19T08:00:00Z', '2026-11-19T08:59:00Z'] },
    ['19 08:00', '20 10:00', '23 10:00', '24 10:00'],
  ],
])('%s', (_name, now, change, expected) => {
  expect(suggest(now, change).map((time) => time.slice(8))).toEqual(expected);
});

test.each([
  [
    'goes forward',
    '2026-03-27T18:30:00Z',
    ['2026-03-29 10:00', '2026-03-29 13:00', '2026-04-05 10:00', '2026-04-05 13:00'],
  ],
  [
    'goes back',
    '2026-10-23T17:30:00Z',
    ['2026-10-25 10:00', '2026-10-25 13:00', '2026-11-01 10:00', '2026-11-01 13:00'],
  ],
])('keeps the wall times of a day on which the clock %s', (_name, now, expected) => {
  expect(suggest(now, { timeZone: 'Europe/Madrid', days: ['sunday'] })).toEqual(expected);
});

test('keeps half an hour of real time ahead when the clock goes back', () => {
  // 02:45 occurs twice this night; business hours begin seven hours after the first one.
  expect(suggest('2026-10-25T07:31:00Z', { timeZone: 'Europe/Madrid', days: ['sunday'] })[0]).toBe('2026-10-25 10:00');
  expect(suggest('2026-10-25T08:31:00Z', { timeZone: 'Europe/Madrid', days: ['sunday'] })[0]).toBe('2026-10-25 10:30');
});

test('falls back to working days when an answer and the holidays leave no day', () => {
  const saturdays = ['2026.11.21', '2026.11.28', '2026.12.05'];
  expect(suggest(NOON, { days: ['saturday'], holidays: saturdays })).toEqual([
    '2026-11-18 12:30',
    '2026-11-18 15:30',
    '2026-11-19 10:00',
    '2026-11-19 13:00',
  ]);
});
