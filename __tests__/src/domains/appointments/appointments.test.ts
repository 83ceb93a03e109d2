import { applicantLoaded, applicantOpened, appointmentChanged } from '../../../../src/domains/applications';
import {
  appointmentsSaga,
  endReached,
  listLeft,
  listOpened,
  appointmentEventReceived,
} from '../../../../src/domains/appointments';
import { sessionResumed } from '../../../../src/domains/session';
import type { Envelope, HttpRequest } from '../../../../src/lib/http';
import { anApiError, appointments, aUser, noAnswer } from '../../../support/builders';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/appointment/me';
const server = (total: number) =>
  fakeApi().on('GET', PATH, ({ query }: HttpRequest) => {
    const [page, limit] = [Number(query?.page), Number(query?.limit)];
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

test('loads page by page to the end without cancelled appointments', async () => {
  const { api, dispatch, list, types } = await open(server(70), 11);
  expect(api.calls[0]?.query).toEqual({ statusGroup: 'waiting,active,done', jobId: 11, page: 1, limit: 50 });
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
  expect(api.calls).toHaveLength(3);
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
  expect(api.calls).toHaveLength(2);
  for (let workerId = 1; workerId <= 3; workerId += 1) dispatch(appointmentEventReceived({ workerId }));
  await clock.after(5000);
  expect(api.calls.slice(2).map(({ query }) => query)).toEqual([expect.objectContaining({ page: 1, limit: 100 })]);
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
