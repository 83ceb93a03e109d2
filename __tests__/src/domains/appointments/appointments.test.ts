import {
  applicantLoaded,
  applicantOpened,
  applicationsChangedElsewhere,
  changesMissed,
  applicantSaga,
  appointmentChanged,
  decisionChanged,
} from '../../../../src/domains/applications';
import {
  appointmentsSaga,
  endReached,
  listLeft,
  listOpened,
  appointmentEventReceived,
  foldToggled,
  outcomeSubmitted,
  recordedAnswers,
  undoSubmitted,
  workerAnswered,
} from '../../../../src/domains/appointments';
import { sessionResumed } from '../../../../src/domains/session';
import type { Envelope, HttpRequest } from '../../../../src/lib/http';
import { anApiError, anApplication, anAppointment, appointments, aUser, noAnswer } from '../../../support/builders';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/appointment/me';
const server = (total: number) =>
  fakeApi().on('GET', PATH, ({ query }: HttpRequest) => {
    const [page, limit] = [Number(query?.page), Number(query?.limit)];
    if (query?.statusGroup) return ok([]);
    return ok(appointments((page - 1) * limit + 1, Math.min(total, page * limit)));
  });

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const open = async (api: FakeApi, jobId: number | null = null) => {
  const world = runWatcher(appointmentsSaga, { api });
  world.dispatch(listOpened({ jobId }));
  await clock.after(0);
  return { ...world, list: () => world.state().appointments };
};

test('loads page by page to the end, and the latest past ones while the end is not loaded', async () => {
  const { api, dispatch, list, types } = await open(server(70), 11);
  const parts = { withFeedback: true, withStatusLog: true };
  expect(api.calls.map(({ query }) => query)).toEqual([
    { jobId: 11, page: 1, limit: 50, ...parts },
    { statusGroup: 'done', jobId: 11, page: 1, limit: 100, ...parts },
  ]);
  expect(list()).toMatchObject({ list: { status: 'loaded' }, next: 2 });
  dispatch(endReached());
  await clock.after(0);
  expect(list().items).toHaveLength(70);
  expect(list().next).toBeNull();
  expect(types()).toEqual(['listOpened', 'listLoaded', 'endReached', 'moreLoaded']);
});

test('opens up to the page of the address', async () => {
  const world = runWatcher(appointmentsSaga, { api: server(120) });
  world.dispatch(listOpened({ jobId: 11, page: 2 }));
  await clock.after(0);
  expect(world.state().appointments).toMatchObject({ query: { jobId: 11 }, items: { length: 100 }, next: 3 });
});

test.each([
  ['a fault', anApiError(500), 'unknown'],
  ['no answer', noAnswer(), 'network'],
])('%s: fails once and empties the list', async (_name, error, kind) => {
  const { list, types } = await open(fakeApi().on('GET', PATH, error));
  expect(types()).toEqual(['listOpened', 'listFailed']);
  expect(list()).toMatchObject({ items: [], list: { status: 'failed', error: { kind } } });
});

test('a failed further page waits for a retry', async () => {
  const { api, dispatch, list } = await open(server(70));
  api.on('GET', PATH, noAnswer());
  dispatch(endReached());
  await clock.after(0);
  expect(list()).toMatchObject({ more: { status: 'failed' }, list: { status: 'loaded' } });
  dispatch(endReached());
  await clock.after(0);
  expect(api.calls).toHaveLength(4);
});

test('ignores a late reply for another job', async () => {
  const late = deferred<Envelope<unknown>>();
  const { dispatch, list } = await open(
    fakeApi().on('GET', PATH, ({ query }) => (query?.jobId === 1 ? late.promise : ok(appointments(5, 6)))),
    1,
  );
  dispatch(listOpened({ jobId: 2 }));
  late.resolve(ok(appointments(1, 4)));
  await clock.after(0);
  expect(list().items.map(({ id }) => id)).toEqual([5, 6]);
});

test('a changed appointment reloads the list only if one is shown', async () => {
  const never = runWatcher(appointmentsSaga, { api: server(2) });
  never.dispatch(appointmentChanged({ applicationId: 1 }));
  await clock.after(0);
  expect(never.api.calls).toEqual([]);
  const { api, dispatch } = await open(server(2), 11);
  dispatch(appointmentChanged({ applicationId: 1 }));
  await clock.after(0);
  expect(api.calls.map(({ query }) => query?.jobId)).toEqual([11, 11]);
});

test('live updates that arrive together reload all shown rows once', async () => {
  const { api, dispatch, list } = await open(server(70), 11);
  dispatch(endReached());
  await clock.after(0);
  expect(api.calls).toHaveLength(3);
  for (let workerId = 1; workerId <= 3; workerId += 1) dispatch(appointmentEventReceived({ workerId }));
  await clock.after(5000);
  expect(api.calls.slice(3).map(({ query }) => query)).toEqual([expect.objectContaining({ page: 1, limit: 100 })]);
  expect(list()).toMatchObject({ next: null, list: { status: 'loaded' } });
  expect(list().items).toHaveLength(70);
});

test('a live update waits for a running load, and does nothing after the list was left', async () => {
  const late = deferred<Envelope<unknown>>();
  const { api, dispatch } = await open(server(2), 11);
  api.on('GET', PATH, () => late.promise);
  dispatch(listOpened({ jobId: 11 }));
  dispatch(appointmentEventReceived({ workerId: 1 }));
  await clock.after(3000);
  expect(api.calls).toHaveLength(2);
  late.resolve(ok(appointments(1, 2)));
  await clock.after(0);
  expect(api.calls).toHaveLength(3);
  dispatch(listLeft());
  dispatch(appointmentEventReceived({ workerId: 1 }));
  await clock.after(3000);
  expect(api.calls).toHaveLength(3);
});

test('reloads the open applicant, and no other, when that worker changes the appointment', () => {
  const { dispatch, types } = runWatcher(appointmentsSaga, { api: server(0) });
  const detail = anApplicationDetail({ id: 5 });
  dispatch(applicantOpened({ applicationId: 5 }));
  dispatch(applicantLoaded(detail));
  dispatch(appointmentEventReceived({ workerId: detail.user.id + 1 }));
  expect(types()).not.toContain('detailChanged');
  dispatch(appointmentEventReceived({ workerId: detail.user.id }));
  expect(types()).toContain('detailChanged');
});

test('a reply about another time reloads the list, any other message does not', async () => {
  const wish = { answer: 'other_time', minutes: null, at: '2026-11-18T10:00:00.000Z', hasReply: false } as const;
  const rows = [anAppointment({ id: 1, workerId: 1, attendance: wish }), anAppointment({ id: 2, workerId: 2 })];
  const { api, dispatch } = await open(fakeApi().on('GET', PATH, ok(rows)));
  const before = api.calls.length;
  dispatch(workerAnswered({ workerId: 2 }));
  await clock.after(3000);
  expect(api.calls).toHaveLength(before);
  dispatch(workerAnswered({ workerId: 1 }));
  await clock.after(3000);
  expect(api.calls.length).toBeGreaterThan(before);
});

test('leaving while the list loads ignores the reply', async () => {
  const late = deferred<Envelope<unknown>>();
  const { dispatch, list, types } = await open(fakeApi().on('GET', PATH, () => late.promise));
  dispatch(listLeft());
  late.resolve(ok(appointments(1, 2)));
  await clock.after(0);
  expect(types()).toEqual(['listOpened', 'listLeft']);
  expect(list().list.status).toBe('init');
});

test('loads again after the session resumes', async () => {
  const { api, dispatch, list } = await open(fakeApi().on('GET', PATH, anApiError(401, 'error.unauthorized')));
  api.on('GET', PATH, ok(appointments(1, 2)));
  dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
  await clock.after(0);
  expect(list().items).toHaveLength(2);
});

describe('attendance', () => {
  const answered = (ids: number[], reason: 'attendance' | 'decided' = 'attendance') =>
    applicationsChangedElsewhere({ ids, reason, userId: 7 });

  test.each([
    ['of a shown appointment', [9, 101], 'attendance', 2],
    ['of too many to name', [], 'attendance', 2],
    ['of another application', [9], 'attendance', 1],
    ['that is a decision', [101], 'decided', 1],
  ] as const)('a change %s', async (_name, ids, reason, calls) => {
    const { api, dispatch } = await open(server(3), 11);
    dispatch(answered([...ids], reason));
    await clock.after(1500);
    expect(api.calls).toHaveLength(calls);
  });

  test('many answers at once reload the list once, and none after it was left', async () => {
    const { api, dispatch } = await open(server(3), 11);
    for (let at = 0; at < 5; at += 1) dispatch(answered([101]));
    await clock.after(1500);
    expect(api.calls).toHaveLength(2);
    dispatch(listLeft());
    dispatch(answered([101]));
    await clock.after(1500);
    expect(api.calls).toHaveLength(2);
  });

  test('reloads after a break of the stream, which may have missed events', async () => {
    const { api, dispatch } = await open(server(3), 11);
    dispatch(changesMissed());
    await clock.after(1500);
    expect(api.calls).toHaveLength(2);
  });

  test('reloads the open applicant at once', async () => {
    const api = fakeApi().on(
      'GET',
      '/search/application/:id',
      ok({ application: anApplicationDetail({ id: 5, isSeen: true }) }),
    );
    const { dispatch } = runWatcher(applicantSaga, { api });
    dispatch(applicantOpened({ applicationId: 5 }));
    await clock.after(0);
    dispatch(answered([6]));
    await clock.after(0);
    expect(api.calls).toHaveLength(1);
    dispatch(answered([5]));
    await clock.after(0);
    expect(api.calls).toHaveLength(2);
  });
});

describe('outcomes', () => {
  const over = anAppointment({ status: { name: 'COMPLETED' } });
  const lastAnswer = {
    field: 'isApplicantCameToAppointment' as const,
    recordedAt: '2026-11-20T09:00:00.000Z',
    actorName: 'Deniz',
    delivery: 'none' as const,
  };
  const came = { ...over, isApplicantCameToAppointment: true, lastAnswer };
  const ids = { appointmentId: over.id, applicationId: over.applicationId };
  const undo = undoSubmitted({ ...ids, answer: lastAnswer, name: 'Ayşe', comment: '' });
  const agenda = () =>
    fakeApi()
      .on('GET', PATH, ok([over]))
      .on('POST', '/appointment/feedback', ok({ appointment: came }));

  test('records who came without a reload, and undoes it', async () => {
    const { api, dispatch, list, notices, state } = await open(agenda());
    dispatch(outcomeSubmitted({ ...ids, hasCome: true }));
    expect(list().records[over.id]?.status).toBe('loading');
    await clock.after(0);
    expect(api.callsOf('POST', '/appointment/feedback')[0]?.body).toEqual({
      appointmentId: over.id,
      feedback: 'worker_came',
      text: '',
    });
    expect(list()).toMatchObject({ items: [{ isApplicantCameToAppointment: true }] });
    expect(recordedAnswers.select(state())).toEqual({ [over.id]: lastAnswer });

    const undone = { application: anApplication(), appointment: { ...over, lastAnswer: null }, wasTold: true };
    api.on('DELETE', '/appointment/:id/feedback', ok(undone));
    dispatch(undo);
    await clock.after(0);
    expect(api.callsOf('DELETE', `/appointment/${over.id}/feedback`)[0]?.body).toEqual({
      expected: { field: lastAnswer.field, recordedAt: lastAnswer.recordedAt },
    });
    expect(list()).toMatchObject({ items: [{ isApplicantCameToAppointment: null }] });
    expect(recordedAnswers.select(state())).toEqual({});
    expect(notices).toMatchObject([{ id: 'feedback.removed.told', values: { name: 'Ayşe' } }]);
    expect(api.callsOf('GET', PATH)).toHaveLength(1);
  });

  test.each([
    ['conflict', anApiError(409, 'feedback.locked'), 2],
    ['network', noAnswer(), 1],
  ])('a failed record (%s) says why and reloads outdated rows', async (kind, error, reads) => {
    const { api, dispatch, list, notices } = await open(agenda().on('POST', '/appointment/feedback', error));
    dispatch(outcomeSubmitted({ ...ids, hasCome: false }));
    await clock.after(0);
    expect(list().records[over.id]?.status).toBe('failed');
    expect(notices).toMatchObject([{ id: 'agenda.record.failed', kind: 'error', failure: { kind } }]);
    expect(api.callsOf('GET', PATH)).toHaveLength(reads);
  });

  test('a decline closes the row and an undo opens it again', async () => {
    const { dispatch, list } = await open(agenda());
    const row = anApplication({ id: over.applicationId, appointment: { id: over.id, status: over.status } });
    dispatch(decisionChanged({ ...row, status: 'rejected' }));
    expect(list().items[0]?.isCurrent).toBe(false);
    dispatch(decisionChanged(row));
    expect(list().items[0]?.isCurrent).toBe(true);
  });

  test('remembers which sections are open', async () => {
    const { dispatch, list } = await open(agenda());
    dispatch(foldToggled({ key: 'past', isOpen: true }));
    dispatch(foldToggled({ key: '2026-11-20', isOpen: true }));
    dispatch(foldToggled({ key: 'past', isOpen: false }));
    dispatch(listOpened({ jobId: null }));
    expect(list().unfolded).toEqual(['2026-11-20']);
  });
});
