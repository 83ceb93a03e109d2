import { applicantActions, applicantOpened } from '../../../../src/domains/applications';
import {
  appointmentsSaga,
  calendarRequested,
  cancelSubmitted,
  changeLeft,
  correctionSubmitted,
  creationSubmitted,
  feedbackSubmitted,
  formDraftKey,
  moveSubmitted,
  tabLeft,
  tabOpened,
  takenRequested,
  type FeedbackSubmission,
} from '../../../../src/domains/appointments';
import { listOpened } from '../../../../src/domains/appointments/slice';
import { draftChanged } from '../../../../src/domains/jobs';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, anAppointment, anApplication, appointments, aUser, noAnswer } from '../../../support/builders';
import { aFile, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const BODY = {
  startAt: '2026-11-23 11:00:00',
  endAt: '2026-11-23 12:00:00',
  latitude: 41,
  longitude: 29,
  address: null,
  workerId: 501,
  companyId: 7,
  applicationId: 101,
};
const ANSWERS = {
  isApplicantCameToAppointment: true,
  isAppointmentPositive: true,
  isOfferSentToApplicant: null,
  isApplicantAcceptTheOffer: null,
  status: 'appointment_positive',
} as const;
const JOB = { selectedCompanyLocations: [{ id: 1, name: 'Moda', address: null, position: '40.98, 29.02' }] };

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const open = async (api: FakeApi) => {
  api.on('GET', '/appointment/me', ok(appointments(1, 2)));
  const world = runWatcher(appointmentsSaga, { api });
  let made = 0;
  world.ports.random.id = () => `key-${(made += 1)}`;
  world.dispatch(listOpened({ jobId: null }));
  world.dispatch(tabOpened({ applicationId: 101, jobId: 11 }));
  await clock.after(0);
  return { ...world, current: () => world.state().currentAppointment };
};

test('suggests the place that the public page of the job names first, and works without one', async () => {
  const later = { id: 2, name: 'Ataşehir', address: null, position: '40.99, 29.12' };
  const job = { selectedCompanyLocations: [later, ...JOB.selectedCompanyLocations] };
  const known = await open(fakeApi().on('GET', '/job/:id', ok({ job })));
  expect(known.current().place).toEqual({
    status: 'loaded',
    data: { name: 'Moda', latitude: 40.98, longitude: 29.02, address: null },
  });
  const unknown = await open(fakeApi().on('GET', '/job/:id', anApiError(404)));
  expect(unknown.current().place).toEqual({ status: 'loaded', data: null });
});

describe('an invitation', () => {
  test('announces and shows the appointment and reloads the lists', async () => {
    const api = fakeApi().on('POST', '/appointment', ok({ appointment: anAppointment() }));
    const { dispatch, types, notices, current } = await open(api);
    dispatch(creationSubmitted({ applicationId: 101, body: BODY }));
    await clock.after(0);
    expect(current()).toMatchObject({ creation: { status: 'loaded' }, attempt: null });
    expect(notices).toEqual([{ id: 'appointment.created', kind: 'success' }]);
    expect(types()).toEqual(expect.arrayContaining(['rowChanged', 'appointmentChanged', 'detailChanged']));
    expect(api.callsOf('GET', '/appointment/me')).toHaveLength(2);
  });

  const MORNING = '2026-11-21T05:00:00.000Z';
  const IN_THE_MORNING = { name: 'Ayşe', day: 'tomorrow', date: '21/11/2026', time: '08:00' };
  test.each([
    ['at once, by a product, or by a server of the previous release', {}, 'appointment.created', undefined],
    ['in the morning', { textAt: MORNING }, 'appointment.later.invited', IN_THE_MORNING],
    ['in a morning that has come', { textAt: '2026-11-20T05:00:00.000Z' }, 'appointment.created', undefined],
    ['never', { textAt: null }, 'appointment.untold', { name: 'Ayşe' }],
  ] as const)('says when its text message leaves: %s', async (_name, given, id, values) => {
    const { dispatch, notices } = await open(
      fakeApi().on('POST', '/appointment', ok({ appointment: anAppointment(given) })),
    );
    dispatch(creationSubmitted({ applicationId: 101, body: BODY }));
    await clock.after(0);
    expect(notices).toEqual([{ id, ...(values && { values }), kind: 'success' }]);
  });

  test.each([
    ['at once', { movedFrom: '2026-11-21 09:30:00' }, 'appointment.moved'],
    ['in the morning', { movedFrom: '2026-11-21 12:00:00', textAt: MORNING }, 'appointment.later.moved'],
    ['in the morning, about only a new place', { movedFrom: null, textAt: MORNING }, 'appointment.later.invited'],
    [
      'to one who knows nothing',
      { movedFrom: '2026-11-21 09:30:00', isKnown: false, textAt: MORNING },
      'appointment.later.invited',
    ],
    ['never', { movedFrom: '2026-11-21 12:00:00', textAt: null }, 'appointment.untold'],
  ] as const)('says when the text about a new time leaves: %s', async (_name, given, id) => {
    const appointment = anAppointment(given);
    const { dispatch, notices } = await open(fakeApi().on('PUT', '/appointment/:id/time', ok({ appointment })));
    dispatch(moveSubmitted({ applicationId: 101, id: 301, body: { startAt: '', from: '' } }));
    await clock.after(0);
    expect(notices).toEqual([expect.objectContaining({ id })]);
  });

  test('sends one key for all attempts with the same form and a new key after a change', async () => {
    const api = fakeApi().on('POST', '/appointment', noAnswer());
    const { dispatch, current } = await open(api);
    const send = async (body: typeof BODY) => {
      dispatch(creationSubmitted({ applicationId: 101, body }));
      await clock.after(0);
    };
    await send(BODY);
    expect(current().creation).toMatchObject({ status: 'failed', error: { kind: 'network' } });
    await send(BODY);
    await send({ ...BODY, startAt: '2026-11-23 12:00:00' });
    api.on('POST', '/appointment', ok({ appointment: anAppointment() }));
    await send(BODY);
    await send(BODY);
    const keys = api.callsOf('POST', '/appointment').map(({ headers }) => headers?.['Idempotency-Key']);
    expect(keys).toEqual(['key-1', 'key-1', 'key-2', 'key-3', 'key-4']);
  });

  test.each([
    ['overlap', 409, 'appointment.overlap', false],
    ['one exists already', 409, 'appointment.exists', true],
    ['not on the shortlist', 409, 'appointmentShortlistErrorMessage', true],
    ['fault', 500, 'error.unknown_error', false],
    ['no session', 401, 'error.unauthorized', false],
  ])('%s: fails once and reloads only when its data are out of date', async (_name, status, key, isReloaded) => {
    const api = fakeApi().on('POST', '/appointment', anApiError(status, key));
    const { dispatch, types, current, notices } = await open(api);
    dispatch(creationSubmitted({ applicationId: 101, body: BODY }));
    await clock.after(0);
    expect(current().creation).toMatchObject({ status: 'failed', error: { key } });
    expect(types().filter((type) => type === 'creationFailed')).toHaveLength(1);
    expect(types().includes('detailChanged')).toBe(isReloaded);
    expect(notices).toEqual([]);
  });

  test('keeps the field errors of a 400', async () => {
    const error = new ApiError({
      status: 400,
      key: 'error.invalid_request',
      children: { startAt: { errors: ['appointmentDateError'] }, latitude: { errors: ['field.invalid'] } },
    });
    const { dispatch, current } = await open(fakeApi().on('POST', '/appointment', error));
    dispatch(creationSubmitted({ applicationId: 101, body: BODY }));
    await clock.after(0);
    expect(current().creation).toMatchObject({
      error: { fields: { startAt: 'appointmentDateError', latitude: 'field.invalid' } },
    });
  });

  test('ignores the reply for an applicant who was left', async () => {
    const api = fakeApi().on('POST', '/appointment', anApiError(409, 'appointment.overlap'));
    const { dispatch, current } = await open(api);
    dispatch(creationSubmitted({ applicationId: 101, body: BODY }));
    dispatch(tabOpened({ applicationId: 102, jobId: 11 }));
    await clock.after(0);
    expect(current().creation).toEqual({ status: 'init' });
  });
});

describe('a change that fails after its applicant was left', () => {
  const CHANGES = [
    ['an invitation', creationSubmitted({ applicationId: 101, body: BODY }), 'appointment'],
    ['a cancellation', cancelSubmitted({ applicationId: 101, id: 301 }), 'appointment'],
    ['a record', feedbackSubmitted({ applicationId: 101, jobId: 11, worker: null, body: ANSWERS }), 'feedback'],
  ] as const;
  const WAYS = [
    ['for the list', [tabLeft({ applicationId: 101 })]],
    ['for another applicant', [tabOpened({ applicationId: 102, jobId: 11 })]],
    ['for another tab', [tabLeft({ applicationId: 101 }), tabOpened({ applicationId: 101, jobId: 11 })]],
  ] as const;

  test.each(CHANGES.flatMap(([what, change, tab]) => WAYS.map(([how, ways]) => ({ what, how, change, ways, tab }))))(
    'is told with a way back: $what, left $how',
    async ({ change, ways, tab }) => {
      const refusal = anApiError(409, 'error.conflict');
      const api = fakeApi()
        .on('POST', '/appointment', refusal)
        .on('PUT', '/appointment/:id/status', refusal)
        .on('PUT', '/job/detail/:jobId/application/:id/feedback', refusal);
      const { dispatch, notices } = await open(api);
      dispatch(change);
      ways.forEach(dispatch);
      await clock.after(0);
      expect(notices).toEqual([
        expect.objectContaining({ id: 'appointment.notSaved', kind: 'error', to: `/jobs/detail/0/101/${tab}` }),
      ]);
    },
  );

  test.each([
    ['a cancellation', 'change', cancelSubmitted({ applicationId: 101, id: 301 })],
    ['another time', 'move', moveSubmitted({ applicationId: 101, id: 301, body: { startAt: '', from: '' } })],
  ] as const)('is told when its dialog was closed: %s', async (_name, field, change) => {
    const fault = anApiError(409, 'appointment.status.invalid');
    const api = fakeApi().on('PUT', '/appointment/:id/status', fault).on('PUT', '/appointment/:id/time', fault);
    const { dispatch, notices, current, types } = await open(api);
    dispatch(change);
    dispatch(changeLeft({ field }));
    await clock.after(0);
    expect(notices).toEqual([expect.objectContaining({ id: 'appointment.notSaved', kind: 'error' })]);
    expect(current()[field].status).toBe('init');
    expect(types()).toContain('detailChanged');
  });

  test('is not told beside the dialog for a lost session', async () => {
    const { dispatch, notices } = await open(fakeApi().on('POST', '/appointment', anApiError(401)));
    dispatch(creationSubmitted({ applicationId: 101, body: BODY }));
    dispatch(tabLeft({ applicationId: 101 }));
    await clock.after(0);
    expect(notices).toEqual([]);
  });
});

test('a cancellation reloads the appointment and the applicant', async () => {
  const appointment = anAppointment({ status: { name: 'CANCELLED' } });
  const api = fakeApi().on('PUT', '/appointment/:id/status', ok({ appointment }));
  const { dispatch, types, notices, current } = await open(api);
  dispatch(applicantOpened({ applicationId: 101 }));
  dispatch(cancelSubmitted({ applicationId: 101, id: 301 }));
  await clock.after(0);
  expect(api.callsOf('PUT', '/appointment/301/status')[0]?.body).toEqual({ status: 'cancelled' });
  expect(current().change.status).toBe('loaded');
  expect(notices).toEqual([{ id: 'appointment.cancelled', kind: 'success' }]);
  expect(types()).toEqual(expect.arrayContaining(['appointmentChanged', 'detailChanged']));
});

describe('another time', () => {
  const BODY_OF_TIME = { startAt: '2026-11-24 11:00:00', from: '2026-11-23 11:00:00' };

  test('shows the appointment and reloads the lists', async () => {
    const api = fakeApi().on('PUT', '/appointment/:id/time', ok({ appointment: anAppointment() }));
    const { dispatch, types, notices, current } = await open(api);
    dispatch(moveSubmitted({ applicationId: 101, id: 301, body: BODY_OF_TIME }));
    await clock.after(0);
    expect(api.callsOf('PUT', '/appointment/301/time')[0]?.body).toEqual(BODY_OF_TIME);
    expect(current().move.status).toBe('loaded');
    expect(notices).toEqual([{ id: 'appointment.moved', kind: 'success' }]);
    expect(types()).toEqual(expect.arrayContaining(['rowChanged', 'appointmentChanged', 'detailChanged']));
    dispatch(changeLeft({ field: 'move' }));
    expect(current().move.status).toBe('init');
  });

  test.each([
    ['appointment.moved', true, []],
    ['appointment.status.invalid', true, []],
    ['appointment.overlap', false, [BODY_OF_TIME.startAt]],
  ])('%s: fails, and reloads only when its data are out of date', async (key, isReloaded, busy) => {
    const api = fakeApi().on('PUT', '/appointment/:id/time', anApiError(409, key));
    const { dispatch, types, current } = await open(api);
    dispatch(takenRequested({ applicationId: 101, companyId: 7 }));
    await clock.after(0);
    dispatch(moveSubmitted({ applicationId: 101, id: 301, body: BODY_OF_TIME }));
    await clock.after(0);
    expect(current().move).toMatchObject({ status: 'failed', error: { key } });
    expect(types().includes('detailChanged')).toBe(isReloaded);
    // The applicant is busy then, beside the two interviews of the branch.
    expect(current().taken).toEqual({ status: 'loaded', data: [...Array(2).fill('2026-11-23 11:00:00'), ...busy] });
  });
});

test('a conflicting change fails and reloads the applicant', async () => {
  const api = fakeApi().on('PUT', '/appointment/:id/status', anApiError(409, 'appointment.status.invalid'));
  const { dispatch, types, current } = await open(api);
  dispatch(cancelSubmitted({ applicationId: 101, id: 301 }));
  await clock.after(0);
  expect(current().change).toMatchObject({ status: 'failed', error: { kind: 'conflict' } });
  expect(types()).toContain('detailChanged');
});

describe('feedback', () => {
  const COME = { appointmentId: 301, feedback: 'worker_came', text: 'On time' } as const;
  const FEEDBACK = '/job/detail/:jobId/application/:id/feedback';
  const save = async (api: FakeApi, given: Partial<FeedbackSubmission>) => {
    const world = await open(api);
    world.dispatch(feedbackSubmitted({ applicationId: 101, jobId: 11, worker: null, body: null, ...given }));
    await clock.after(0);
    return world;
  };

  test('sends whether the worker came first, then the answers', async () => {
    const api = fakeApi()
      .on('POST', '/appointment/feedback', ok({ appointment: anAppointment() }))
      .on('PUT', FEEDBACK, ok({ application: anApplication() }));
    const { notices, types } = await save(api, { worker: COME, body: ANSWERS });
    const sent = api.calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
    expect(sent).toEqual([
      ['/appointment/feedback', COME],
      ['/job/detail/11/application/101/feedback', ANSWERS],
    ]);
    expect(notices).toEqual([{ id: 'constants.updateFeedback', kind: 'success' }]);
    expect(types().filter((type) => type === 'detailChanged')).toHaveLength(1);
  });

  test('reloads after the first of two calls succeeded and keeps the failure of the second', async () => {
    const api = fakeApi()
      .on('POST', '/appointment/feedback', ok({ appointment: anAppointment() }))
      .on('PUT', FEEDBACK, noAnswer());
    const { types, current, notices } = await save(api, { worker: COME, body: ANSWERS });
    expect(current().feedback).toMatchObject({ status: 'failed', error: { kind: 'network' } });
    expect(types()).toContain('detailChanged');
    expect(notices).toEqual([]);
  });

  test.each(['feedback.locked', 'jobDetail.feedbackForm.noAppointment', 'appointment.status.invalid'])(
    '%s: fails and reloads once',
    async (key) => {
      const { types, current } = await save(fakeApi().on('PUT', FEEDBACK, anApiError(409, key)), { body: ANSWERS });
      expect(current().feedback).toMatchObject({ status: 'failed', error: { key } });
      expect(types().filter((type) => type === 'detailChanged')).toHaveLength(1);
    },
  );
});

describe('taking an answer back', () => {
  const PATH = '/appointment/:id/feedback';
  const answer = {
    field: 'isAppointmentPositive',
    recordedAt: '2026-11-23T08:00:00.000Z',
    actorName: 'Selin Aksoy',
    delivery: 'sent',
  } as const;
  const correct = async (api: FakeApi) => {
    const world = await open(api);
    world.dispatch(applicantOpened({ applicationId: 101 }));
    world.dispatch(correctionSubmitted({ applicationId: 101, appointmentId: 301, answer, name: 'Ayşe', comment: '' }));
    await clock.after(0);
    return world;
  };

  test.each([
    [true, 'feedback.removed.told'],
    [false, 'feedback.removed.untold'],
  ] as const)('wasTold %s: shows the earlier state and says so', async (wasTold, id) => {
    const result = { application: anApplication(), appointment: anAppointment(), wasTold };
    const { types, notices, current } = await correct(fakeApi().on('DELETE', PATH, ok(result)));
    expect(current().correction.status).toBe('loaded');
    expect(notices).toEqual([{ id, values: { name: 'Ayşe' }, kind: 'success' }]);
    expect(types()).toEqual(expect.arrayContaining(['rowChanged', 'appointmentChanged', 'detailChanged']));
  });

  test.each([
    ['feedback.too_old', 409, true],
    ['feedback.followed', 409, true],
    ['error.unknown_error', 500, false],
  ] as const)('%s: fails once and reloads only when its data are out of date', async (key, status, isReloaded) => {
    const { types, notices, current } = await correct(fakeApi().on('DELETE', PATH, anApiError(status, key)));
    expect(current().correction).toMatchObject({ status: 'failed', error: { key } });
    expect(types().includes('detailChanged')).toBe(isReloaded);
    expect(notices).toEqual([]);
  });
});

describe('the calendar file', () => {
  test('is saved under the server’s file name', async () => {
    const api = fakeApi().on('GET', '/appointment/:id', aFile('BEGIN:VCALENDAR', 'interview.ics'));
    const { dispatch, ports } = await open(api);
    dispatch(calendarRequested({ applicationId: 101, id: 301 }));
    await clock.after(0);
    expect(api.calls.at(-1)).toMatchObject({ path: '/appointment/301.ics', accept: 'text/calendar' });
    expect(ports.saveFile).toHaveBeenCalledWith(expect.objectContaining({ name: 'interview.ics' }));
  });

  test.each([
    ['fault', anApiError(500), 1],
    ['no session: the dialog asks', anApiError(401), 0],
  ])('%s', async (_name, error, told) => {
    const { dispatch, notices, current } = await open(fakeApi().on('GET', '/appointment/:id', error));
    dispatch(calendarRequested({ applicationId: 101, id: 301 }));
    await clock.after(0);
    expect(notices).toHaveLength(told);
    expect(current().calendar.status).toBe('failed');
  });
});

test.each([
  ['stays on the device', {}, 'Good'],
  ['does not replace what was typed since', { message: 'Better' }, 'Better'],
])('a refused comment %s', (_name, typed, kept) => {
  const { dispatch, state } = runWatcher(appointmentsSaga, { state: aSignedInState(aUser({ id: 7 })) });
  const key = formDraftKey(7, 'comment', 501);
  if ('message' in typed) dispatch(draftChanged({ key, values: typed, savedAt: 1 }));
  const failure = { kind: 'network', key: '', requestId: null, status: 0 } as const;
  dispatch(
    applicantActions.commentFailed({ applicationId: 1, workerId: 501, temporaryId: -1, message: 'Good', failure }),
  );
  expect(state().jobDrafts.byKey[key]?.values).toEqual({ message: kept });
});
