import { DAY, HOUR } from '../../contract/constants/time';
import {
  afterDaytimeHours,
  dueFrom,
  needOf,
  needStateOf,
  type NeedFacts,
  type NeedKind,
} from '../../contract/rules/need';
import { answerDueAt, answerTimeLeft, type WorkingCalendar } from '../../contract/rules/workingTime';
import { createRandom } from '../../server/seeds/insert';
import { APPLICATION_STATUSES, APPOINTMENT_STATUSES, JOB_STATUSES } from '../../contract/constants/statuses';

const CALENDAR: WorkingCalendar = { timeZone: 'Europe/Istanbul', holidays: ['2026.10.29'] };

/** Monday 16 November 2026, 12:00 in Istanbul. */
const NOW = Date.parse('2026-11-16T09:00:00Z');

describe('the end of the time to answer', () => {
  const HOLIDAYS = ['2026.10.29', '2026.05.19', '2026.05.26', '2026.05.27', '2026.05.28', '2026.05.29', '2026.01.01'];

  it('is the first instant with no time left, across holidays and clock changes', () => {
    const { next } = createRandom(20_261_123);
    for (let at = 0; at < 2_000; at += 1) {
      const timeZone = ['Europe/Istanbul', 'Europe/Madrid', 'America/Havana', 'America/New_York'][at % 4]!;
      const calendar = { timeZone, holidays: HOLIDAYS };
      const arrived = Date.parse('2026-01-01T00:00:00Z') + Math.floor(next() * 365 * DAY);
      const due = answerDueAt(arrived, calendar);
      const random = due + Math.round((next() - 0.5) * 96 * HOUR);
      const left = (now: number) => answerTimeLeft(arrived, now, calendar);
      expect([timeZone, arrived, left(due), left(due - 1) > 0, left(random) > 0]).toEqual([
        timeZone,
        arrived,
        0,
        true,
        random < due,
      ]);
    }
  });
});

test.each([
  ['in the morning', '2026-11-16T06:00:00Z', '2026-11-16T08:00:00Z'],
  ['in the night', '2026-11-16T01:00:00Z', '2026-11-16T07:00:00Z'],
  ['an hour before the night', '2026-11-16T18:00:00Z', '2026-11-17T06:00:00Z'],
  ['as the night begins', '2026-11-16T19:00:00Z', '2026-11-17T07:00:00Z'],
  ['on a Saturday', '2026-11-21T09:00:00Z', '2026-11-21T11:00:00Z'],
])('a message %s is due after two daytime hours', (_name, from, expected) =>
  expect(new Date(afterDaytimeHours(Date.parse(from), 2, 'Europe/Istanbul')).toISOString()).toBe(
    new Date(expected).toISOString(),
  ),
);

const FACTS: NeedFacts = {
  status: 'in_progress',
  jobStatus: 'active',
  isShortlisted: true,
  arrivedAt: NOW - 3 * DAY,
  shortlistedAt: NOW - 2 * HOUR,
  awaitingSince: null,
  appointment: null,
  came: null,
  positive: null,
  offerSent: null,
  firstDay: null,
};
const MET: NonNullable<NeedFacts['appointment']> = {
  status: 'ACTIVE',
  statusAt: NOW - DAY,
  startAt: NOW + 6 * HOUR,
  endAt: NOW + 7 * HOUR,
  attendance: null,
  attendanceAt: null,
};
const met = (given: Partial<typeof MET>): Partial<NeedFacts> => ({ appointment: { ...MET, ...given } });
/** Hours after its due time for which a need stays. */
const KEPT = 14 * 24;
const hour = (at: number | null) => (at === null ? null : (at - NOW) / HOUR);

describe('what an application waits for', () => {
  type Case = [string, Partial<NeedFacts>, NeedKind | null, number | null, number | null];
  const CASES: Case[] = [
    ['new', { isShortlisted: false, arrivedAt: NOW, shortlistedAt: null }, 'decide', 24, null],
    ['arrived on a Saturday', { isShortlisted: false, arrivedAt: NOW - 48 * HOUR }, 'decide', 12, null],
    ['shortlisted', {}, 'invite', 22, null],
    ['shortlisted, and a message waits', { awaitingSince: NOW - HOUR }, 'answer', 1, 1 + KEPT],
    ['invited', met({ status: 'WAITING' }), null, null, null],
    ['accepted for later today', met({}), null, null, 4],
    ['silent an hour before', met({ startAt: NOW + HOUR, endAt: NOW + 2 * HOUR }), 'attendance', -1, 2],
    ['coming', met({ startAt: NOW + HOUR, endAt: NOW + 2 * HOUR, attendance: 'coming' }), null, null, 2],
    ['late today', met({ attendance: 'late', attendanceAt: NOW - HOUR }), 'attendance', -1, 7],
    [
      'late tomorrow',
      met({ startAt: NOW + DAY, endAt: NOW + 25 * HOUR, attendance: 'late', attendanceAt: NOW }),
      null,
      null,
      12,
    ],
    ['wants another time', { ...met({ attendance: 'other_time' }), awaitingSince: NOW }, 'answer', 2, 2 + KEPT],
    [
      'wanted another time and was answered, an hour before',
      met({ attendance: 'other_time', startAt: NOW + HOUR, endAt: NOW + 2 * HOUR }),
      'attendance',
      -1,
      2,
    ],
    ['over', met({ status: 'COMPLETED', startAt: NOW - 2 * HOUR, endAt: NOW - HOUR }), 'outcome', -1, KEPT - 1],
    ['over, not yet noted by the clock', met({ startAt: NOW - HOUR, endAt: NOW }), 'outcome', 0, KEPT],
    ['refused', met({ status: 'REJECTED' }), 'rebook', 0, KEPT],
    ['cancelled by the worker', met({ status: 'APPLICANT_CANCELLED', attendance: 'cannot' }), 'rebook', 0, KEPT],
    ['expired', met({ status: 'EXPIRED' }), 'rebook', 0, KEPT],
    ['missed', { ...met({ status: 'APPOINTMENT_NEGATIVE' }), came: false }, 'rebook', 0, KEPT],
    [
      'came without success',
      { ...met({ status: 'APPOINTMENT_NEGATIVE' }), came: true, positive: false },
      null,
      null,
      null,
    ],
    ['cancelled by the employer', met({ status: 'CANCELLED', statusAt: NOW }), 'invite', 24, null],
    [
      'cancelled, and off the shortlist',
      { ...met({ status: 'CANCELLED' }), isShortlisted: false, arrivedAt: NOW },
      'decide',
      24,
      null,
    ],
    ['positive', { ...met({ status: 'APPOINTMENT_POSITIVE' }), came: true, positive: true }, 'offer', 0, KEPT],
    [
      'no offer was made',
      { ...met({ status: 'APPOINTMENT_POSITIVE' }), came: true, positive: true, offerSent: false },
      null,
      null,
      null,
    ],
    [
      'begins today',
      {
        ...met({ status: 'OFFER_ACCEPTED' }),
        status: 'accepted',
        came: true,
        firstDay: { startsAt: NOW, started: null },
      },
      'first_day',
      1,
      1 + KEPT,
    ],
    [
      'begins tomorrow',
      {
        ...met({ status: 'OFFER_ACCEPTED' }),
        status: 'accepted',
        came: true,
        firstDay: { startsAt: NOW + DAY, started: null },
      },
      null,
      null,
      12,
    ],
    [
      'started',
      {
        ...met({ status: 'OFFER_ACCEPTED' }),
        status: 'accepted',
        came: true,
        firstDay: { startsAt: NOW, started: true },
      },
      null,
      null,
      null,
    ],
    ['withdrawn', { status: 'rejected', awaitingSince: NOW }, null, null, null],
    ['undecided on a closed job', { isShortlisted: false, jobStatus: 'closed' }, null, null, null],
    ['shortlisted on a closed job', { jobStatus: 'closed' }, null, null, null],
    ['refused on a closed job', { ...met({ status: 'REJECTED' }), jobStatus: 'closed' }, null, null, null],
    ['writes about a closed job', { jobStatus: 'closed', awaitingSince: NOW }, 'answer', 2, 2 + KEPT],
    ['over on a closed job', { ...met({ status: 'COMPLETED', endAt: NOW }), jobStatus: 'closed' }, 'outcome', 0, KEPT],
    ['waited two weeks for an answer', { awaitingSince: NOW - 15 * DAY }, 'invite', 22, null],
    ['over for two weeks', met({ status: 'COMPLETED', endAt: NOW - KEPT * HOUR }), null, null, null],
    ['refused two weeks ago', met({ status: 'REJECTED', statusAt: NOW - 15 * DAY }), null, null, null],
    ['lapsed a month ago', { shortlistedAt: NOW - 31 * DAY }, 'invite', -28 * 24, null],
    ['writes about a deleted job', { jobStatus: 'deleted', awaitingSince: NOW }, null, null, null],
  ];
  it.each(CASES)('%s', (_name, given, kind, at, changes) => {
    const { need, changesAt } = needOf({ ...FACTS, ...given }, NOW, CALENDAR);
    expect([need?.kind ?? null, hour(need?.at ?? null), hour(changesAt)]).toEqual([kind, at, changes]);
  });

  const YES_NO = [null, true, false] as const;
  const ALL: NeedFacts[] = APPLICATION_STATUSES.flatMap((status) =>
    JOB_STATUSES.flatMap((jobStatus) =>
      [false, true].flatMap((isShortlisted) =>
        [null, NOW - HOUR].flatMap((awaitingSince) =>
          [null, ...APPOINTMENT_STATUSES].flatMap((name) =>
            ([null, 'coming', 'late', 'other_time'] as const).flatMap((attendance) =>
              YES_NO.flatMap((came) =>
                [null, { startsAt: NOW + DAY, started: null }].map((firstDay): NeedFacts => ({
                  ...FACTS,
                  status,
                  jobStatus,
                  isShortlisted,
                  awaitingSince,
                  appointment: name && { ...MET, status: name, attendance, attendanceAt: NOW },
                  came,
                  positive: came,
                  firstDay,
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  );

  it('changes only at the time that it announced, for every combination of facts', () => {
    expect(ALL.length).toBeGreaterThan(16_000);
    const times = [-30, -2, 0, 3, 4, 5, 6, 7, 8, 12, 13, 24, 25, 48, 335, 336, 337, 338, 361, 400].map(
      (hours) => NOW + hours * HOUR,
    );
    for (const facts of ALL) {
      let last: ReturnType<typeof needOf> | undefined;
      for (const now of times) {
        const current = needOf(facts, now, CALENDAR);
        const isFresh = last !== undefined && (last.changesAt === null || now < last.changesAt);
        if (isFresh && current.need?.kind !== last!.need?.kind)
          throw new Error(JSON.stringify({ facts, now, last, current }));
        if (current.changesAt !== null && current.changesAt <= now)
          throw new Error(JSON.stringify({ facts, now, current }));
        last = current;
      }
    }
  });
});

describe('the state of a need', () => {
  test.each([
    ['decide', 5, null, 'coming', 1],
    ['decide', 4, null, 'due', 0],
    ['decide', 1, null, 'due', -3],
    ['decide', 0, null, 'lapsed', -4],
    ['decide', -48, null, 'lapsed', -52],
    ['decide', -48, 1, 'coming', 1],
    ['decide', 2, 1, 'coming', 1],
    ['decide', 2, 0, 'due', 0],
    ['decide', -1, -3, 'due', -3],
    ['decide', -1, -4, 'lapsed', -4],
    ['decide', 3, 2, 'coming', 2],
    ['decide', 0, -2, 'due', -2],
    ['invite', 1, null, 'coming', 1],
    ['invite', 0, null, 'lapsed', 0],
    ['invite', -1, 24, 'coming', 24],
    ['invite', -1, 0, 'due', 0],
    ['invite', 0, -3, 'due', 0],
    ['invite', -1, -3, 'due', -1],
    ['invite', -48, -3, 'due', -3],
    ['invite', -48, -4, 'lapsed', -4],
    ['invite', 0, -5, 'lapsed', 0],
    ['answer', 1, null, 'coming', 1],
    ['answer', 0, null, 'due', 0],
    ['answer', -480, null, 'due', -480],
    ['answer', -480, 24, 'coming', 24],
    ['rebook', -480, -1, 'due', -1],
  ] as const)('%s in %d h, snoozed for %s h, is %s', (kind, at, snoozed, state, from) => {
    const need = { kind, at: NOW + at * HOUR, snoozedUntil: snoozed === null ? null : NOW + snoozed * HOUR };
    expect([needStateOf(need, NOW), hour(dueFrom(need))]).toEqual([state, from]);
  });
});
