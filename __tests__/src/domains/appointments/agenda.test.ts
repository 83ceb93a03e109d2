import { DAY, HOUR, MINUTE } from '../../../../contract/constants/time';
import type { Attendance } from '../../../../contract/constants/attendance';
import type { AppointmentStatus } from '../../../../contract/constants/statuses';
import type { Appointment, LastAnswer } from '../../../../contract/schemas/appointments';
import { agendaOf, sectionOf } from '../../../../src/domains/appointments/agenda';
import { answerBy, stateOf, stepOf } from '../../../../src/domains/appointments/rowRules';
import { anAppointment } from '../../../support/builders';

/** Friday 20 November 2026, 12:00 in Istanbul. */
const START = Date.parse('2026-11-20T09:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();

interface Given {
  status?: AppointmentStatus;
  answer?: Attendance;
  hasReply?: boolean;
  came?: boolean;
  createdAt?: number;
}

const at = (
  { status = 'ACTIVE', answer, hasReply = false, came, createdAt = START - DAY }: Given,
  more: Partial<Appointment> = {},
) =>
  anAppointment({
    appointmentAt: iso(START),
    status: { name: status },
    attendance: answer ? { answer, minutes: answer === 'late' ? 20 : null, at: iso(START - HOUR), hasReply } : null,
    isApplicantCameToAppointment: came ?? null,
    statusLog: [{ status: 'WAITING', at: iso(createdAt), by: 'employer' }],
    ...more,
  });

test.each<[string, Given, number, string, string | null]>([
  ['an invitation', { status: 'WAITING' }, -3 * HOUR, 'waiting', null],
  ['an invitation, another time wanted', { status: 'WAITING', answer: 'other_time' }, -3 * HOUR, 'otherTime', 'answer'],
  [
    'an invitation, after a reply to that',
    { status: 'WAITING', answer: 'other_time', hasReply: true },
    -3 * HOUR,
    'waiting',
    null,
  ],
  [
    'an invitation at its start, another time wanted',
    { status: 'WAITING', answer: 'other_time' },
    0,
    'failed',
    'invite',
  ],
  ['an invitation at its start', { status: 'WAITING' }, 0, 'failed', 'invite'],
  ['an invitation after 24 hours', { status: 'WAITING', createdAt: START - 2 * DAY }, -DAY, 'failed', 'invite'],
  ['accepted, long before', {}, -2 * HOUR - 1, 'accepted', null],
  ['accepted, two hours before', {}, -2 * HOUR, 'silent', 'call'],
  ['silent while it runs', {}, 59 * MINUTE, 'silent', 'call'],
  ['coming', { answer: 'coming' }, -HOUR, 'coming', null],
  ['late', { answer: 'late' }, 5 * MINUTE, 'late', null],
  ['another time', { answer: 'other_time' }, -HOUR, 'otherTime', 'answer'],
  ['another time, after a reply', { answer: 'other_time', hasReply: true }, -3 * HOUR, 'accepted', null],
  ['silent after that reply', { answer: 'other_time', hasReply: true }, -HOUR, 'silent', 'call'],
  ['over after that reply', { answer: 'other_time', hasReply: true }, HOUR, 'over', 'record'],
  ['over before the server says so', { answer: 'coming' }, HOUR, 'over', 'record'],
  ['over', { status: 'COMPLETED' }, 2 * HOUR, 'over', 'record'],
  ['came', { status: 'COMPLETED', came: true }, 2 * HOUR, 'came', 'review'],
  ['recorded before the end', { came: true }, 10 * MINUTE, 'came', 'review'],
  ['missed', { status: 'APPOINTMENT_NEGATIVE', came: false }, 2 * HOUR, 'missed', 'invite'],
  ['came, but negative', { status: 'APPOINTMENT_NEGATIVE', came: true }, 2 * HOUR, 'outcome', null],
  ['positive', { status: 'APPOINTMENT_POSITIVE', came: true }, 2 * HOUR, 'outcome', null],
  ['accepted offer', { status: 'OFFER_ACCEPTED' }, DAY, 'outcome', null],
  ['cancelled by the worker', { status: 'APPLICANT_CANCELLED', answer: 'cannot' }, -HOUR, 'cannot', 'invite'],
  ['refused', { status: 'REJECTED' }, -HOUR, 'failed', 'invite'],
  ['expired', { status: 'EXPIRED' }, -HOUR, 'failed', 'invite'],
  ['cancelled', { status: 'CANCELLED' }, -HOUR, 'failed', 'invite'],
  ['cancelled in time', { status: 'CANCELLED_OUTSIDE_24H' }, -2 * DAY, 'failed', 'invite'],
])('the state and the next step: %s', (_name, given, distance, state, step) => {
  const now = START + distance;
  expect([stateOf(at(given), now), stepOf(at(given), now)]).toEqual([state, step]);
});

test('an appointment offers no step after a later appointment or a decision', () => {
  for (const status of ['COMPLETED', 'REJECTED', 'ACTIVE'] as const)
    expect(stepOf(at({ status }, { isCurrent: false }), START)).toBeNull();
});

test('a missed appointment stays missed after its answers went to a new one', () => {
  const feedback = { feedback: 'worker_did_not_come' as const, text: '' };
  expect(stateOf(at({ status: 'APPOINTMENT_NEGATIVE' }, { feedback }), START + DAY)).toBe('missed');
});

test.each([
  ['24 hours after it was sent', START - 30 * HOUR, START - 6 * HOUR],
  ['its start, if that is sooner', START - 3 * HOUR, START],
])('an invitation can be answered until %s', (_name, createdAt, end) => {
  expect(answerBy(at({ status: 'WAITING', createdAt }))).toBe(end);
});

test('an invitation to a changed time can be answered as long as a new one', () => {
  const step = (status: AppointmentStatus, hours: number, by: 'employer' | 'worker') => ({
    status,
    at: iso(START + hours * HOUR),
    by,
  });
  const statusLog = [step('WAITING', -40, 'employer'), step('ACTIVE', -39, 'worker'), step('WAITING', -30, 'employer')];
  expect(answerBy(at({ status: 'WAITING' }, { statusLog }))).toBe(START - 6 * HOUR);
  expect(stateOf(at({ status: 'WAITING' }, { statusLog }), START - 7 * HOUR)).toBe('waiting');
});

test.each<[string, string, string, string, string, string]>([
  ['later today', '2026-11-20T05:00Z', '2026-11-20T09:00Z', 'Europe/Istanbul', 'today', '2026-11-20'],
  ['while it runs', '2026-11-20T09:59Z', '2026-11-20T09:00Z', 'Europe/Istanbul', 'today', '2026-11-20'],
  ['at its end', '2026-11-20T10:00Z', '2026-11-20T09:00Z', 'Europe/Istanbul', 'past', 'past'],
  ['over midnight, while it runs', '2026-11-20T21:10Z', '2026-11-20T20:30Z', 'Europe/Istanbul', 'today', '2026-11-21'],
  ['just after midnight', '2026-11-20T20:59Z', '2026-11-20T21:00Z', 'Europe/Istanbul', 'tomorrow', '2026-11-21'],
  ['the same instants further west', '2026-11-20T20:59Z', '2026-11-20T21:00Z', 'America/Lima', 'today', '2026-11-20'],
  ['the same instants further east', '2026-11-20T20:59Z', '2026-11-20T21:00Z', 'Asia/Tokyo', 'today', '2026-11-21'],
  [
    'the last minute of tomorrow',
    '2026-11-20T05:00Z',
    '2026-11-21T20:59Z',
    'Europe/Istanbul',
    'tomorrow',
    '2026-11-21',
  ],
  ['the day after tomorrow', '2026-11-20T05:00Z', '2026-11-21T21:00Z', 'Europe/Istanbul', 'day', '2026-11-22'],
  [
    '25 hours later, as the clock goes back',
    '2026-10-24T21:30Z',
    '2026-10-25T22:30Z',
    'Europe/Berlin',
    'tomorrow',
    '2026-10-25',
  ],
  [
    '26 hours later, as the clock goes back',
    '2026-10-24T21:30Z',
    '2026-10-25T23:30Z',
    'Europe/Berlin',
    'day',
    '2026-10-26',
  ],
  [
    '23 hours later, as the clock goes forward',
    '2026-03-28T22:30Z',
    '2026-03-29T21:30Z',
    'Europe/Berlin',
    'tomorrow',
    '2026-03-29',
  ],
  [
    '24 hours later, as the clock goes forward',
    '2026-03-28T22:30Z',
    '2026-03-29T22:30Z',
    'Europe/Berlin',
    'day',
    '2026-03-30',
  ],
  ['in the hour that comes twice', '2026-10-25T00:10Z', '2026-10-25T01:10Z', 'Europe/Berlin', 'today', '2026-10-25'],
])('the section: %s', (_name, now, start, timeZone, kind, key) => {
  expect(sectionOf({ appointmentAt: start }, { now: Date.parse(now), timeZone })).toEqual({ kind, key });
});

const rowAt = (id: number, hours: number, given: Given = {}, more: Partial<Appointment> = {}) =>
  at({ createdAt: START + (hours - 6) * HOUR, ...given }, { id, appointmentAt: iso(START + hours * HOUR), ...more });
const options = { now: START, timeZone: 'Europe/Istanbul' };
const idsOf = (rows: readonly { row: { id: number } }[]) => rows.map(({ row }) => row.id);

test('puts rows that wait for the employer on top, and folds those that did not work out', () => {
  const rows = [
    rowAt(1, 1),
    rowAt(2, 4, { answer: 'coming' }),
    rowAt(3, 5, { status: 'REJECTED' }),
    rowAt(4, 6, { status: 'APPLICANT_CANCELLED', answer: 'cannot' }),
    rowAt(5, 24),
    rowAt(6, 48, { status: 'WAITING', createdAt: START - HOUR }),
    // The API lists one that has begun among the past ones.
    rowAt(7, -0.5, { answer: 'late' }),
    rowAt(8, -3, { status: 'COMPLETED' }),
    rowAt(9, -4, { status: 'COMPLETED', came: true }),
    rowAt(10, -20, { status: 'APPOINTMENT_NEGATIVE', came: false }),
    rowAt(11, -30, { status: 'EXPIRED' }),
    rowAt(12, -8 * 24, { status: 'COMPLETED' }),
    rowAt(13, -9 * 24, { status: 'APPOINTMENT_NEGATIVE', came: false }, { isCurrent: false }),
  ];
  const { needs, sections } = agendaOf(rows, [], options);
  expect(idsOf(needs)).toEqual([1, 8, 4, 10]);
  expect(sections.map(({ kind, rows: shown, folded }) => [kind, idsOf(shown), idsOf(folded)])).toEqual([
    ['today', [7, 2], [3]],
    ['tomorrow', [5], []],
    ['day', [6], []],
    ['past', [9, 12, 13], [11]],
  ]);
});

test('of past appointments beyond the loaded rows only those that wait appear, and each once', () => {
  const [waiting, done] = [rowAt(8, -3, { status: 'COMPLETED' }), rowAt(9, -4, { status: 'COMPLETED', came: true })];
  const beyond = agendaOf([rowAt(2, 4)], [waiting, done], options);
  expect([idsOf(beyond.needs), beyond.sections.map(({ kind }) => kind)]).toEqual([[8], ['today']]);
  expect(idsOf(agendaOf([waiting], [waiting], options).needs)).toEqual([8]);
});

test.each([
  [0, [9], []],
  [15 * MINUTE, [9], []],
  [15 * MINUTE + 1, [], [9]],
])('a row that was recorded %d ms ago stays in its place while it can be undone', (age, needs, past) => {
  const answer: LastAnswer = {
    field: 'isApplicantCameToAppointment',
    recordedAt: iso(START - age),
    actorName: null,
    delivery: 'none',
  };
  const agenda = agendaOf([rowAt(9, -4, { status: 'COMPLETED', came: true })], [], {
    ...options,
    answers: { 9: answer },
  });
  expect(idsOf(agenda.needs)).toEqual(needs);
  expect(agenda.sections.flatMap(({ rows }) => idsOf(rows))).toEqual(past);
  expect(agenda.needs[0]?.undo ?? null).toBe(age > 15 * MINUTE ? null : answer);
});
