import { applicantLoaded, applicantOpened, appointmentChanged } from '../../../../src/domains/applications';
import { appointmentsSaga, endReached, listLeft, listOpened, newsHeard } from '../../../../src/domains/appointments';
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

test('pages to the end; cancelled ones are not asked for', async () => {
  const { api, dispatch, list, types } = await open(server(70), 11);
  expect(api.calls[0]?.query).toEqual({ statusGroup: 'waiting,active,done', jobId: 11, page: 1, limit: 50 });
  expect(list()).toMatchObject({ list: { status: 'loaded' }, next: 2 });
  dispatch(endReached());
  await clock.after(0);
  expect(list().items).toHaveLength(70);
  expect(list().next).toBeNull();
  expect(types()).toEqual(['listOpened', 'listLoaded', 'endReached', 'moreLoaded']);
});

test.each([
  ['a fault', anApiError(500), 'unknown'],
  ['no answer', noAnswer(), 'network'],
])('%s: failed once, emptied', async (_name, error, kind) => {
  const { list, types } = await open(fakeApi().on('GET', PATH, error));
  expect(types()).toEqual(['listOpened', 'listFailed']);
  expect(list()).toMatchObject({ items: [], list: { status: 'failed', error: { kind } } });
});

test('a further page that fails waits until it is asked for again', async () => {
  const { api, dispatch, list } = await open(server(70));
  api.on('GET', PATH, noAnswer());
  dispatch(endReached());
  await clock.after(0);
  expect(list()).toMatchObject({ more: { status: 'failed' }, list: { status: 'loaded' } });
  dispatch(endReached());
  await clock.after(0);
  expect(api.calls).toHaveLength(3);
});

test('a reply for another job is late; its rows never show', async () => {
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

test('an application that gained or lost an appointment loads a list again that was shown, and no other', async () => {
  const never = runWatcher(appointmentsSaga, { api: server(2) });
  never.dispatch(appointmentChanged({ applicationId: 1 }));
  await clock.after(0);
  expect(never.api.calls).toEqual([]);
  const { api, dispatch } = await open(server(2), 11);
  dispatch(appointmentChanged({ applicationId: 1 }));
  await clock.after(0);
  expect(api.calls.map(({ query }) => query?.jobId)).toEqual([11, 11]);
});

test('news load again as much as was shown, once for all that come together', async () => {
  const { api, dispatch, list } = await open(server(70), 11);
  dispatch(endReached());
  await clock.after(0);
  expect(api.calls).toHaveLength(2);
  for (let workerId = 1; workerId <= 3; workerId += 1) dispatch(newsHeard({ workerId }));
  await clock.after(5000);
  expect(api.calls.slice(2).map(({ query }) => query)).toEqual([expect.objectContaining({ page: 1, limit: 100 })]);
  expect(list()).toMatchObject({ next: null, list: { status: 'loaded' } });
  expect(list().items).toHaveLength(70);
});

test('news wait for what is on its way, which may be older, and are nobody’s matter once the list was left', async () => {
  const late = deferred<Envelope<unknown>>();
  const { api, dispatch } = await open(server(2), 11);
  api.on('GET', PATH, () => late.promise);
  dispatch(listOpened({ jobId: 11 }));
  dispatch(newsHeard({ workerId: 1 }));
  await clock.after(3000);
  expect(api.calls).toHaveLength(2);
  late.resolve(ok(appointments(1, 2)));
  await clock.after(0);
  expect(api.calls).toHaveLength(3);
  dispatch(listLeft());
  dispatch(newsHeard({ workerId: 1 }));
  await clock.after(3000);
  expect(api.calls).toHaveLength(3);
});

test('the applicant whose appointment the worker changed is read anew while it is open, and no other', () => {
  const { dispatch, types } = runWatcher(appointmentsSaga, { api: server(0) });
  const detail = anApplicationDetail({ id: 5 });
  dispatch(applicantOpened({ applicationId: 5 }));
  dispatch(applicantLoaded(detail));
  dispatch(newsHeard({ workerId: detail.user.id + 1 }));
  expect(types()).not.toContain('detailChanged');
  dispatch(newsHeard({ workerId: detail.user.id }));
  expect(types()).toContain('detailChanged');
});

test('left while loading: not waited for', async () => {
  const late = deferred<Envelope<unknown>>();
  const { dispatch, list, types } = await open(fakeApi().on('GET', PATH, () => late.promise));
  dispatch(listLeft());
  late.resolve(ok(appointments(1, 2)));
  await clock.after(0);
  expect(types()).toEqual(['listOpened', 'listLeft']);
  expect(list().list.status).toBe('init');
});

test('what a lost session refused comes after it was resumed', async () => {
  const { api, dispatch, list } = await open(fakeApi().on('GET', PATH, anApiError(401, 'error.unauthorized')));
  api.on('GET', PATH, ok(appointments(1, 2)));
  dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
  await clock.after(0);
  expect(list().items).toHaveLength(2);
});
