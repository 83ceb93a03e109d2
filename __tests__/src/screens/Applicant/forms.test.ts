import { HOUR } from '../../../../contract/constants/time';
import type { AppointmentStatus } from '../../../../contract/constants/statuses';
import { isChangeable } from '../../../../src/domains/appointments';
import { formatClock, suggestedTime, TIMES, toFormFields } from '../../../../src/lib/startTime';
import {
  appointmentSchema,
  cancelNotice,
  FIELD_NAMES,
  toBody,
  toTimeBody,
  isLate,
  isOver,
} from '../../../../src/screens/Applicant/appointment/AppointmentForm';
import {
  withAnswer,
  fromAppointment,
  isChanged,
  recordOf,
  toSubmission,
  type FeedbackValues,
} from '../../../../src/screens/Applicant/feedback/form';
import { anAppointment } from '../../../support/builders';
import { APPOINTMENT_CASES } from '../../../support/validationCases/appointment';
import { formErrors } from '../../../support/formErrors';

const PLACE = { name: 'Moda', latitude: 40.98, longitude: 29.02 };
/** 23:30 of 20 November in Istanbul, 15:30 in New York. */
const NOW = Date.parse('2026-11-20T20:30:00Z');
const good = { date: '2026-11-23', time: '11:00', location: PLACE, address: '' };

/** Returns the message ids of the errors by field. */
const messagesOf = async (schema: Parameters<typeof formErrors>[0], values: object) =>
  Object.fromEntries(
    Object.entries(await formErrors(schema, values)).map(([field, error]) => [
      field,
      typeof error === 'string' ? error : (error as { id: string }).id,
    ]),
  );

describe('the appointment form', () => {
  test('accepts every five minutes of a day', () => {
    expect(TIMES).toHaveLength(288);
    expect([TIMES[0], TIMES[1], TIMES.at(-1)]).toEqual(['00:00', '00:05', '23:55']);
  });

  test.each([
    ['', ''],
    ['1', '1'],
    ['11', '11'],
    ['110', '11:0'],
    ['1105', '11:05'],
    ['11:05', '11:05'],
    ['11.05', '11:05'],
    ['11:05:00', '11:05'],
    ['9', '09'],
    ['930', '09:30'],
    ['9:30', '09:30'],
    ['0930', '09:30'],
    ['2:', '02'],
    ['2:15', '02:15'],
    ['x', ''],
  ])('writes the typed %j as %j, and leaves that alone', (typed, shown) => {
    expect(formatClock(typed)).toBe(shown);
    expect(formatClock(shown)).toBe(shown);
  });

  /** 12:00 and 23:00 of 20 November in Istanbul, and 07:00 of the day after. */
  const [noon, night, dawn] = ['2026-11-20T09:00:00Z', '2026-11-20T20:00:00Z', '2026-11-21T04:00:00Z'];
  const log = (...steps: [AppointmentStatus, string][]) =>
    steps.map(([status, at]) => ({ status, at, by: 'employer' as const }));
  const early = log(['WAITING', noon]);
  test.each([
    ['by the product', 'product', night, 20, early, 'product'],
    ['not at all without a channel', 'none', noon, 20, early, 'none'],
    ['at once by day', 'sms', noon, 48, early, 'sms'],
    ['in the morning', 'sms', night, 16, early, 'smsMorning'],
    ['at once of what begins before 10:00', 'sms', night, 10.5, early, 'sms'],
    ['in the morning of what begins at 10:00', 'sms', night, 11, early, 'smsMorning'],
    ['in the morning of what begins before 10:00 of a later day', 'sms', night, 34, early, 'smsMorning'],
    ['at once at dawn', 'sms', dawn, 2.5, early, 'sms'],
    [
      'of one that was accepted in the night',
      'sms',
      dawn,
      20,
      log(['WAITING', night], ['ACTIVE', '2026-11-20T20:10:00Z']),
      'smsMorning',
    ],
    ['of one that moved in the night', 'sms', dawn, 20, log(['WAITING', noon], ['WAITING', night]), 'smsMorning'],
  ] as const)('a cancellation is told: %s', (_name, reach, now, hours, statusLog, expected) => {
    const appointmentAt = new Date(Date.parse(now) + hours * HOUR).toISOString();
    const appointment = { appointmentAt, statusLog: [...statusLog] };
    expect(cancelNotice(appointment, reach, Date.parse(now))).toBe(expected);
  });

  test.each([
    ['of the same night that the worker knows', true, dawn, 'smsMorning'],
    ['of the same night, unknown to the worker', false, dawn, 'unsent'],
    ['of the night before, not sent when it was read', false, '2026-11-21T20:00:00Z', 'smsMorning'],
  ])('a cancellation of an invitation %s', (_name, isKnown, now, expected) => {
    const appointmentAt = '2026-11-24T09:00:00Z';
    const appointment = { appointmentAt, isKnown, statusLog: log(['WAITING', night]) };
    expect(cancelNotice(appointment, 'sms', Date.parse(now))).toBe(expected);
  });

  test('a new time names the seen start, and the place only where it changes', () => {
    const before = {
      startAt: '2026-11-22 10:00:00',
      location: { latitude: 40.98, longitude: 29.02 },
      address: 'Moda 1',
    };
    const values = { ...good, address: ' Moda 1 ' };
    const time = { startAt: '2026-11-23 11:00:00', from: '2026-11-22 10:00:00' };
    expect(toTimeBody(values, before)).toEqual(time);
    expect(toTimeBody({ ...values, address: '' }, before)).toEqual({
      ...time,
      place: { latitude: 40.98, longitude: 29.02, address: null },
    });
    const location = { name: 'Kadıköy', latitude: 40.99, longitude: 29.03 };
    expect(toTimeBody({ ...values, location }, before).place).toEqual({
      latitude: 40.99,
      longitude: 29.03,
      address: 'Moda 1',
    });
    expect(toTimeBody({ ...values, address: '' }, { ...before, address: null })).toEqual(time);
  });

  test.each([
    ['whole', {}, {}],
    ['no date', { date: '' }, { date: 'validation.required' }],
    ['no time', { time: '' }, { time: 'validation.required' }],
    ['between two steps', { time: '11:03' }, { time: 'validation.time' }],
    ['no place', { location: null }, { location: 'validation.required' }],
    ['a long address', { address: 'x'.repeat(1001) }, { address: 'validation.tooLong' }],
    ['yesterday', { date: '2026-11-19' }, { date: 'appointmentDateError' }],
    ['today, a time that is over', { date: '2026-11-20', time: '23:25' }, { time: 'appointmentDateError' }],
    ['now', { date: '2026-11-20', time: '23:30' }, { time: 'appointmentDateError' }],
    ['in five minutes', { date: '2026-11-20', time: '23:35' }, {}],
    ['just after midnight', { date: '2026-11-21', time: '00:00' }, {}],
  ])('%s', async (_name, change, errors) => {
    const schema = appointmentSchema({ now: () => NOW, timeZone: 'Europe/Istanbul' });
    expect(await messagesOf(schema, { ...good, ...change })).toEqual(errors);
  });

  const bare = { startAt: '2030-02-01 10:00:00', latitude: 41, longitude: 29, address: 'Moda 1' };
  const KEYS: Record<string, string> = {
    'field.required': 'validation.required',
    'field.invalid': 'validation.invalid',
    'field.too_long': 'validation.tooLong',
  };

  // The map cannot produce an invalid latitude.
  test.each(APPOINTMENT_CASES.filter(({ field }) => field !== 'latitude'))(
    'validates like the server: $name',
    async ({ change, field, key = '' }) => {
      const body: Partial<typeof bare> = { ...bare, ...change };
      const [date = '', time = ''] = (body.startAt ?? '').split(' ');
      const values = {
        date,
        time: time.replace(/^(\d{2}:\d{2}):00$/, '$1'),
        location: body.longitude === undefined ? null : PLACE,
        address: body.address ?? '',
      };
      const errors = await messagesOf(appointmentSchema({ now: () => NOW, timeZone: 'Europe/Istanbul' }), values);
      const fields = field === null ? [] : Object.keys(toFormFields({ [field]: key }, FIELD_NAMES));
      expect(Object.keys(errors).filter((name) => !fields.includes(name))).toEqual([]);
      // The form says of a date and a time more closely what is wrong with them.
      const found = Object.values(errors).map((one) => one.replace(/^validation\.(date|time)$/, 'validation.invalid'));
      if (field !== null) expect(found).toContain(KEYS[key] ?? key);
    },
  );

  test('uses the marketplace’s clock: a time that is past in Istanbul is still ahead in New York', async () => {
    const values = { ...good, date: '2026-11-20', time: '20:00' };
    const inZone = (timeZone: string) => messagesOf(appointmentSchema({ now: () => NOW, timeZone }), values);
    expect(await inZone('Europe/Istanbul')).toEqual({ time: 'appointmentDateError' });
    expect(await inZone('America/New_York')).toEqual({});
  });

  test.each([
    ['11:00', '2026-11-23 11:00:00', '2026-11-23 12:00:00'],
    ['23:30', '2026-11-23 23:30:00', '2026-11-24 00:30:00'],
  ])('%s is sent as a wall time, with the end an hour later', (time, startAt, endAt) => {
    const application = { id: 101, user: { id: 501 }, job: { userId: 7 }, appointment: null };
    const location = { ...PLACE, latitude: 40.98123456 };
    expect(toBody({ ...good, time, location, address: '  Moda 1 ' }, application)).toEqual({
      startAt,
      endAt,
      latitude: 40.981235,
      longitude: 29.02,
      address: 'Moda 1',
      workerId: 501,
      companyId: 7,
      applicationId: 101,
    });
    expect(toBody({ ...good, address: ' ' }, application).address).toBeNull();
  });

  test.each([
    ['missed', 'APPOINTMENT_NEGATIVE', false, 301],
    ['came, negative', 'APPOINTMENT_NEGATIVE', true, undefined],
    ['refused', 'REJECTED', null, undefined],
    ['cancelled by the worker', 'APPLICANT_CANCELLED', null, undefined],
    ['expired', 'EXPIRED', null, undefined],
  ] as const)('names the appointment that it follows: %s', (_name, status, came, expected) => {
    const appointment = anAppointment({ status: { name: status }, isApplicantCameToAppointment: came });
    const application = { id: 101, user: { id: 501 }, job: { userId: 7 }, appointment };
    expect(toBody(good, application).rebookOf).toBe(expected);
  });

  test.each([
    ['another day', '2026-11-23', '2026-11-20T09:00:00Z', null],
    ['before opening', '2026-11-20', '2026-11-20T03:10:00Z', '08:00'],
    ['on the half hour', '2026-11-20', '2026-11-20T09:00:00Z', '12:30'],
    ['too short before the half hour', '2026-11-20', '2026-11-20T09:05:00Z', '13:00'],
    ['the last one', '2026-11-20', '2026-11-20T16:30:00Z', '20:00'],
    ['the evening', '2026-11-20', '2026-11-20T16:31:00Z', null],
    ['just before midnight', '2026-11-20', '2026-11-20T20:50:00Z', null],
  ])('suggests a time in Istanbul: %s', (_name, date, now, expected) => {
    expect(suggestedTime(date, Date.parse(now), 'Europe/Istanbul')).toBe(expected);
  });

  test.each([
    [{ startAt: 'a' }, { date: 'a', time: 'a' }],
    [{ endAt: 'a' }, { date: 'a', time: 'a' }],
    [{ latitude: 'b' }, { location: 'b' }],
    [{ longitude: 'b' }, { location: 'b' }],
    [{ address: 'c' }, { address: 'c' }],
    [{ workerId: 'd' }, { workerId: 'd' }],
  ])('maps the server’s field errors %p', (fields, expected) => {
    expect(toFormFields(fields as Record<string, string>, FIELD_NAMES)).toEqual(expected);
  });
});

test.each<[AppointmentStatus, boolean, boolean]>([
  ['WAITING', true, false],
  ['ACTIVE', true, false],
  ['COMPLETED', false, false],
  ['REJECTED', false, true],
  ['CANCELLED', false, true],
  ['CANCELLED_OUTSIDE_24H', false, true],
  ['APPLICANT_CANCELLED', false, true],
  ['EXPIRED', false, true],
  ['APPOINTMENT_POSITIVE', false, false],
  ['APPOINTMENT_NEGATIVE', false, false],
  ['OFFER_SENT', false, false],
  ['OFFER_ACCEPTED', false, false],
  ['OFFER_REJECTED', false, false],
])('%s: can be changed %p, is over %p', (status, changeable, over) => {
  expect([isChangeable(status), isOver(status)]).toEqual([changeable, over]);
});

test.each([
  ['2026-11-21T20:29:59Z', true],
  ['2026-11-21T20:30:00Z', false],
  ['2026-11-20T20:00:00Z', true],
])('a cancellation of %s is late: %p', (at, late) => {
  expect(isLate(at, NOW)).toBe(late);
});

describe('the feedback form', () => {
  const active = anAppointment({ status: { name: 'ACTIVE' } });
  const place = { applicationId: 101, jobId: 11, appointment: active };
  const values = (given: Partial<FeedbackValues>): FeedbackValues => ({ ...fromAppointment(active), ...given });

  test.each<[AppointmentStatus, (boolean | null)[]]>([
    ['ACTIVE', [null, null, null, null]],
    ['APPOINTMENT_POSITIVE', [true, true, null, null]],
    ['APPOINTMENT_NEGATIVE', [true, false, null, null]],
    ['OFFER_SENT', [true, true, true, null]],
    ['OFFER_ACCEPTED', [true, true, true, true]],
    ['OFFER_REJECTED', [true, true, true, false]],
  ])('starts from %s', (name, expected) => {
    const start = fromAppointment(anAppointment({ status: { name } }));
    expect([
      start.isApplicantCameToAppointment,
      start.isAppointmentPositive,
      start.isOfferSentToApplicant,
      start.isApplicantAcceptTheOffer,
    ]).toEqual(expected);
  });

  test('clearing an answer clears the answers that depend on it', () => {
    const record = recordOf(active);
    const full = values({
      isApplicantCameToAppointment: true,
      isAppointmentPositive: true,
      isOfferSentToApplicant: true,
      isApplicantAcceptTheOffer: true,
    });
    expect(withAnswer(record, full, 'isAppointmentPositive', null)).toMatchObject({
      isApplicantCameToAppointment: true,
      isAppointmentPositive: null,
      isOfferSentToApplicant: null,
      isApplicantAcceptTheOffer: null,
    });
  });

  test('sends one call with the comment when the worker did not come', () => {
    expect(toSubmission(values({ isApplicantCameToAppointment: false, comment: ' nobody ' }), place)).toMatchObject({
      worker: { appointmentId: 301, feedback: 'worker_did_not_come', text: 'nobody' },
      body: null,
    });
  });

  test('sends both calls with the most advanced status when the worker came and later answers exist', () => {
    const all = values({
      isApplicantCameToAppointment: true,
      isAppointmentPositive: true,
      isOfferSentToApplicant: true,
    });
    expect(toSubmission(all, place)).toMatchObject({
      worker: { feedback: 'worker_came', text: '' },
      body: { isOfferSentToApplicant: true, status: 'offer_sent' },
    });
  });

  test('does not send recorded answers again', () => {
    const sent = anAppointment({ status: { name: 'OFFER_SENT' } });
    const start = fromAppointment(sent);
    expect(isChanged(recordOf(sent), start)).toBe(false);
    expect(toSubmission({ ...start, isApplicantAcceptTheOffer: false }, { ...place, appointment: sent })).toMatchObject(
      { worker: null, body: { isApplicantAcceptTheOffer: false, status: 'offer_rejected' } },
    );
  });
});
