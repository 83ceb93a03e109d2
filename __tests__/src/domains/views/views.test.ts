import type { SavedView, ViewQuery } from '../../../../contract/schemas/views';
import { emptyFilters } from '../../../../src/domains/applications';
import {
  changeSubmitted,
  dialogLeft,
  placeOf,
  queryOf,
  removalSubmitted,
  viewsRequested,
  viewsSaga,
  viewSubmitted,
  type Place,
} from '../../../../src/domains/views';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';
import { aView } from '../../../support/views';

const VIEWS = '/search/application/views';
const VIEW = `${VIEWS}/:id`;
const LISTED = { status: 'in_progress,accepted' };

const run = async (api: FakeApi, views: SavedView[] = [aView(), aView({ id: 13, name: 'Shared', isOwn: false })]) => {
  // A reload returns the same views, unless the test fakes another answer.
  const list = jest.fn(() => ok({ views }));
  api.on('GET', VIEWS, list);
  const world = runWatcher(viewsSaga, { api, state: aSignedInState(aUser()) });
  const send = async (...events: Parameters<typeof world.dispatch>[0][]) => {
    for (const event of events) world.dispatch(event);
    await settle();
  };
  await send(viewsRequested());
  const slice = () => world.state().views;
  const names = () => {
    const loaded = slice().list;
    return loaded.status === 'loaded' ? loaded.data.map(({ name }) => name) : loaded.status;
  };
  return { ...world, send, slice, names, list };
};

describe('the query of a view', () => {
  const place: Place = { tab: 'all', jobId: null, filters: emptyFilters, sort: 'newest' };
  const filters = {
    ...emptyFilters,
    branchId: 4,
    isSeen: false as const,
    gender: 'male' as const,
    military: 3 as const,
  };

  test.each<[string, Partial<Place>, ViewQuery]>([
    ['all applications', {}, LISTED],
    ['the shortlist of a job', { tab: 'shortListed', jobId: 7 }, { ...LISTED, isShortlisted: true, jobId: 7 }],
    ['declined ones', { tab: 'declined' }, { decision: 'declined' }],
    [
      'withdrawn ones',
      { tab: 'declined', filters: { ...emptyFilters, stage: 'withdrew' } },
      { decision: 'withdrawn', stage: 'withdrew' },
    ],
    ['an order', { sort: 'deadline' }, { ...LISTED, sort: 'deadline' }],
    ['filters', { filters }, { ...LISTED, branchId: 4, isSeen: false, gender: 'male', military: 3 }],
    ['a stage', { filters: { ...emptyFilters, stage: 'hired,started' } }, { ...LISTED, stage: 'hired,started' }],
    [
      'a need',
      { filters: { ...emptyFilters, need: 'decide', needState: 'lapsed' } },
      { ...LISTED, need: 'decide', needState: 'lapsed' },
    ],
  ])('stores %s and leads back to the same list', (_name, given, query) => {
    const list = { ...place, ...given };
    expect(queryOf(list)).toEqual(query);
    expect(placeOf(query)).toEqual(list);
  });

  test('does not contain the typed search', () => {
    expect(queryOf({ ...place, filters: { ...filters, q: 'Ayşe' } })).toEqual(queryOf({ ...place, filters }));
  });

  test.each<[string, ViewQuery]>([
    ['another status', { status: 'rejected' }],
    ['no status', {}],
    ['a day', { ...LISTED, createdAt: '2026-11-02' }],
    ['several needs', { ...LISTED, need: 'answer,decide' }],
    ['the order by need', { ...LISTED, sort: 'need' }],
    ['everybody off the shortlist', { ...LISTED, isShortlisted: false }],
    ['due first days', { ...LISTED, firstDay: 'due' }],
    ['the others', { ...LISTED, op: 'must_not' }],
    ['military service of women', { ...LISTED, gender: 'female', military: 3 }],
    ['a job and a branch', { ...LISTED, jobId: 7, branchId: 4 }],
  ])('is no list of the page with %s', (_name, query) => expect(placeOf(query)).toBeNull());
});

describe('saved views', () => {
  test('stay while they load again, also when that fails', async () => {
    const { send, names, api } = await run(fakeApi());
    expect(names()).toEqual(['Women', 'Shared']);
    api.on('GET', VIEWS, noAnswer());
    await send(viewsRequested());
    expect(names()).toEqual(['Women', 'Shared']);
  });

  test('a new view is listed after the user’s own ones, and the other tabs reload', async () => {
    const { send, names, slice, live, api } = await run(
      fakeApi().on('POST', VIEWS, ok({ view: aView({ id: 14, name: 'New' }) })),
    );
    await send(viewSubmitted({ name: 'New', query: LISTED }));
    expect(names()).toEqual(['Women', 'New', 'Shared']);
    expect(slice()).toMatchObject({ save: { status: 'loaded', data: { id: 14 } }, key: null });
    expect(api.callsOf('POST', VIEWS)).toEqual([
      expect.objectContaining({ body: { name: 'New', query: LISTED }, headers: { 'Idempotency-Key': 'random-id' } }),
    ]);
    expect(live.world.posted).toHaveLength(1);
  });

  test('a new one is sent again with its key until the server answers', async () => {
    const { send, slice, api } = await run(fakeApi().on('POST', VIEWS, noAnswer()));
    await send(viewSubmitted({ name: 'New', query: LISTED }));
    expect(slice()).toMatchObject({ save: { status: 'failed' }, key: 'random-id' });
    api.on('POST', VIEWS, anApiError(409, 'view.too_many'));
    await send(viewSubmitted({ name: 'New', query: LISTED }));
    expect(slice().key).toBeNull();
    api.on('POST', VIEWS, noAnswer());
    await send(viewSubmitted({ name: 'New', query: LISTED }));
    await send(dialogLeft());
    expect(slice()).toMatchObject({ save: { status: 'init' }, key: null });
  });

  test('an update keeps its place and is confirmed', async () => {
    const changed = aView({ version: 2, query: LISTED });
    const { send, slice, notices, list } = await run(fakeApi().on('PUT', VIEW, ok({ view: changed })));
    await send(changeSubmitted({ id: 12, body: { version: 1, query: LISTED }, isNotified: true }));
    expect(slice().list).toMatchObject({ data: [changed, { id: 13 }] });
    expect(notices).toEqual([{ id: 'views.updated', values: { name: 'Women' }, kind: 'success' }]);
    expect(list).toHaveBeenCalledTimes(1);
  });

  test('a view that moves to the front gets its place from the server', async () => {
    const { send, list, notices } = await run(fakeApi().on('PUT', VIEW, ok({ view: aView({ version: 2 }) })));
    await send(changeSubmitted({ id: 12, body: { version: 1, isFirst: true }, isNotified: false }));
    expect(list).toHaveBeenCalledTimes(2);
    expect(notices).toEqual([]);
  });

  test.each([
    [409, 'view.changed', 'conflict', 2],
    [404, 'error.not_found', 'notFound', 2],
    [500, 'error.unknown_error', 'unknown', 1],
  ])('a refused change (%d) says why and reloads outdated views', async (status, key, kind, loads) => {
    const { send, slice, notices, list } = await run(fakeApi().on('PUT', VIEW, anApiError(status, key)));
    await send(changeSubmitted({ id: 12, body: { version: 1, query: LISTED }, isNotified: true }));
    expect(slice().save).toMatchObject({ status: 'failed', error: { key } });
    expect(notices).toEqual([{ id: 'views.updateFailed', kind: 'error', failure: { kind, key } }]);
    expect(list).toHaveBeenCalledTimes(loads);
  });

  test.each([
    ['saved', ok({ view: aView({ version: 2 }) }), [], 2],
    ['refused', anApiError(409, 'view.changed'), ['views.updateFailed'], 2],
    ['broken', anApiError(500), ['views.updateFailed'], 1],
  ])('a change whose dialog was closed is %s', async (_name, answer, told, loads) => {
    const { send, slice, dispatch, notices, list } = await run(fakeApi().on('PUT', VIEW, answer));
    dispatch(changeSubmitted({ id: 12, body: { version: 1, query: LISTED }, isNotified: false }));
    await send(dialogLeft());
    expect(slice().save.status).toBe('init');
    expect(notices.map(({ id }) => id)).toEqual(told);
    expect(list).toHaveBeenCalledTimes(loads);
  });

  test('what was saved stays when its dialog closes, so that the page can lead to it', async () => {
    const { send, slice } = await run(fakeApi().on('PUT', VIEW, ok({ view: aView({ version: 2 }) })));
    await send(changeSubmitted({ id: 12, body: { version: 1, query: LISTED }, isNotified: true }));
    await send(dialogLeft());
    expect(slice().save).toEqual({ status: 'loaded', data: { id: 12 } });
  });

  test('a deleted view disappears, here and in the other tabs', async () => {
    const { send, names, slice, notices, live } = await run(fakeApi().on('DELETE', VIEW, ok(null)));
    await send(removalSubmitted({ id: 12 }));
    expect([names(), slice().removal]).toEqual([['Shared'], { status: 'loaded', data: { id: 12 } }]);
    expect(notices).toEqual([{ id: 'views.deleted', kind: 'success' }]);
    expect(live.world.posted).toHaveLength(1);
  });

  test('a change in another tab reloads the views and is not sent back', async () => {
    const { send, live, list } = await run(fakeApi());
    live.world.receive({ type: 'views', action: { type: 'views/viewRemoved', payload: { id: 12 } } });
    await send();
    expect([list.mock.calls.length, live.world.posted]).toEqual([2, []]);
  });

  test('a refused deletion keeps it', async () => {
    const { send, names, slice } = await run(fakeApi().on('DELETE', VIEW, noAnswer()));
    await send(removalSubmitted({ id: 12 }));
    expect([names(), slice().removal.status]).toEqual([['Women', 'Shared'], 'failed']);
  });
});
