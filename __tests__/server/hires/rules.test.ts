import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import {
  isSameMeeting,
  isSamePlan,
  refusalOfOutcome,
  remindersOfFirstDay,
  type FirstDayPlan,
  firstDayText,
} from '../../../server/modules/hires';

const STARTS_AT = new Date('2026-03-16T06:00:00Z');
const PLAN: FirstDayPlan = { startsAt: STARTS_AT, place: 'Moda', askFor: 'Elif', bring: 'Kimlik' };

describe('a first day', () => {
  it.each<[Partial<FirstDayPlan>, boolean, boolean]>([
    [{}, true, true],
    [{ startsAt: new Date(STARTS_AT) }, true, true],
    [{ startsAt: new Date('2026-03-16T07:00:00Z') }, false, false],
    [{ place: null }, false, false],
    [{ askFor: 'Can' }, true, false],
    [{ bring: null }, true, false],
  ])('changed by %j has the same meeting: %s, the same plan: %s', (change, meeting, plan) => {
    expect([isSameMeeting(PLAN, { ...PLAN, ...change }), isSamePlan(PLAN, { ...PLAN, ...change })]).toEqual([
      meeting,
      plan,
    ]);
  });
});

describe('the outcome of a first day', () => {
  const recorded = (started: boolean) => ({ started, recordedAt: new Date('2026-03-16T06:30:00Z') });
  const NOTHING = { started: null, recordedAt: null };
  const { feedbackTooOld, firstDayAhead, firstDayMissing } = ERROR_KEYS;
  it.each<[string, object | undefined, boolean | null, string, ErrorKey | null]>([
    ['without a first day', undefined, true, '06:00:00', firstDayMissing],
    ['before it begins', NOTHING, true, '05:59:59', firstDayAhead],
    ['before it begins', NOTHING, false, '05:59:59', firstDayAhead],
    ['before it begins', NOTHING, null, '05:59:59', null],
    ['at its beginning', NOTHING, true, '06:00:00', null],
    ['days later', NOTHING, false, '23:00:00', null],
    ['after 15 minutes', recorded(true), null, '06:45:00', null],
    ['after 15 minutes', recorded(true), false, '06:45:00', null],
    ['later', recorded(true), null, '06:45:01', feedbackTooOld],
    ['later', recorded(false), true, '06:45:01', feedbackTooOld],
    ['later', recorded(true), true, '06:45:01', null],
  ])('%s (%j) with %s at %s is refused by %s', (_name, given, started, time, expected) => {
    const firstDay = given && { startsAt: STARTS_AT, ...NOTHING, ...given };
    expect(refusalOfOutcome({ firstDay, started, now: new Date(`2026-03-16T${time}Z`) })).toBe(expected);
  });
});

describe('the reminders of a first day', () => {
  it.each<[string, string, string, string, readonly string[]]>([
    [
      'in the afternoon',
      '2026-03-16T12:00:00Z',
      '2026-03-12T09:00:00Z',
      'Europe/Istanbul',
      ['evening 2026-03-15T15:00', 'soon 2026-03-16T10:00'],
    ],
    [
      'at 10:00',
      '2026-03-16T07:00:00Z',
      '2026-03-12T09:00:00Z',
      'Europe/Istanbul',
      ['evening 2026-03-15T15:00', 'soon 2026-03-16T05:00'],
    ],
    ['at 09:55', '2026-03-16T06:55:00Z', '2026-03-12T09:00:00Z', 'Europe/Istanbul', ['evening 2026-03-15T15:00']],
    ['at midnight', '2026-03-15T21:00:00Z', '2026-03-12T09:00:00Z', 'Europe/Istanbul', ['evening 2026-03-15T15:00']],
    [
      'tomorrow, set after 18:00',
      '2026-03-16T12:00:00Z',
      '2026-03-15T15:00:00Z',
      'Europe/Istanbul',
      ['soon 2026-03-16T10:00'],
    ],
    ['today in an hour', '2026-03-16T12:00:00Z', '2026-03-16T11:00:00Z', 'Europe/Istanbul', []],
    [
      'after the clock changed',
      '2026-03-29T10:00:00Z',
      '2026-03-20T09:00:00Z',
      'Europe/Berlin',
      ['evening 2026-03-28T17:00', 'soon 2026-03-29T08:00'],
    ],
  ])('%s', (_name, startsAt, now, timeZone, expected) => {
    const planned = remindersOfFirstDay(new Date(startsAt), timeZone, new Date(now));
    expect(planned.map(({ kind, dueAt }) => `${kind.slice(10)} ${dueAt.toISOString().slice(0, 16)}`)).toEqual(expected);
  });
});

describe('the text of a first day', () => {
  const EMPTY = { place: null, askFor: null, bring: null };
  it.each<[Language, boolean, Partial<FirstDayPlan>, string]>([
    ['tr', false, EMPTY, 'İlk iş gününüz: 16 Mart 2026 Pazartesi 09:00.'],
    [
      'tr',
      true,
      {},
      'İlk iş gününüzün bilgileri değişti. Yeni bilgi: 16 Mart 2026 Pazartesi 09:00.\nYer: Moda\nSoracağınız kişi: Elif\nYanınızda getirin: Kimlik',
    ],
    [
      'en',
      false,
      { ...EMPTY, bring: '<b>$&{x}</b>' },
      'Your first day at work: Monday, 16 March 2026 at 09:00.\nPlease bring: <b>$&{x}</b>',
    ],
    [
      'es',
      true,
      { ...EMPTY, place: 'Gran Vía' },
      'Los datos de su primer día de trabajo han cambiado. Ahora es: lunes, 16 de marzo de 2026, 9:00.\nLugar: Gran Vía',
    ],
  ])('in %s, changed %s', (language, isChange, change, expected) => {
    const text = firstDayText(
      { ...PLAN, ...change },
      { language, country: null, isChange, timeZone: 'Europe/Istanbul' },
    );
    expect(text).toBe(expected);
  });
});
