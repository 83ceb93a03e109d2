import {
  endReached,
  jobsSaga,
  listLeft,
  listOpened,
  nextSorting,
  optionsRequested,
  selectJobOptions,
  type JobSorting,
} from '../../../../src/domains/jobs';
import { sessionResumed } from '../../../../src/domains/session';
import type { Envelope, HttpRequest } from '../../../../src/lib/http';
import { aUser, anApiError, jobRows, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/search/job';
const all = { branchId: null, q: '', sorting: null };
const lost = anApiError(401, 'error.unauthorized');

/** A server with that many jobs. */
const server = (total: number) =>
  fakeApi().on('GET', PATH, ({ query }: HttpRequest) => {
    const page = Number(query?.page ?? 1);
    const limit = Number(query?.limit ?? 10);
    return ok(jobRows((page - 1) * limit + 1, Math.min(total, page * limit)));
  });

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const by = (direction: 'asc' | 'desc', field: JobSorting['field'] = 'title'): JobSorting => ({ field, direction });

test.each([
  [null, 'title', by('asc')],
  [by('asc'), 'title', by('desc')],
  [by('desc'), 'title', null],
  [by('desc'), 'viewCount', by('asc', 'viewCount')],
  [by('asc'), 'status', by('asc', 'status')],
] as const)('sorting %j and %s: %j', (current, field, next) => expect(nextSorting(current, field)).toEqual(next));

describe('the list', () => {
  const open = async (api = server(25)) => {
    const world = runWatcher(jobsSaga, { api });
    world.dispatch(listOpened(all));
    await clock.after(0);
    return world;
  };

  test('loads page by page to the end', async () => {
    const world = await open();
    expect(world.state().jobs).toMatchObject({ list: { status: 'loaded' }, next: 2 });
    for (const expected of [20, 25]) {
      world.dispatch(endReached());
      await clock.after(0);
      expect(world.state().jobs.items).toHaveLength(expected);
    }
    expect(world.state().jobs.next).toBeNull();
    world.dispatch(endReached());
    await clock.after(0);
    expect(world.api.calls).toHaveLength(3);
    expect(world.types()).toEqual([
      ...['listOpened', 'listLoaded', 'endReached', 'moreLoaded'],
      ...['endReached', 'moreLoaded', 'endReached'],
    ]);
  });

  test('a row that was pushed onto the next page is not shown twice, and no page is left out', async () => {
    const world = await open();
    world.api.on('GET', PATH, ok(jobRows(10, 19)));
    world.dispatch(endReached());
    await clock.after(0);
    expect(world.state().jobs.items.map(({ id }) => id)).toEqual(jobRows(1, 19).map(({ id }) => id));
    expect(world.state().jobs.next).toBe(3);
  });

  test('search and sorting go to the server and start over', async () => {
    const world = await open();
    for (const sorting of [null, by('asc', 'openedAt'), by('desc', 'openedAt')]) {
      world.dispatch(listOpened({ ...all, q: 'kasa', sorting }));
      await clock.after(0);
    }
    expect(world.api.calls.slice(1).map(({ query }) => [query?.q, query?.sorting, query?.page])).toEqual([
      ['kasa', null, 1],
      ['kasa', 'openedAt:asc', 1],
      ['kasa', 'openedAt:desc', 1],
    ]);
  });

  test('opened again it comes back as long as it was, the rows staying meanwhile', async () => {
    const world = await open();
    world.dispatch(endReached());
    await clock.after(0);
    world.dispatch(listLeft());
    world.dispatch(listOpened(all));
    expect(world.state().jobs.items).toHaveLength(20);
    await clock.after(0);
    expect(world.api.calls.at(-1)?.query).toMatchObject({ page: 1, limit: 20 });
    expect(world.state().jobs).toMatchObject({ list: { status: 'loaded' }, next: 3 });
  });

  test('rows of one branch never stand under another', async () => {
    const world = await open();
    world.dispatch(listOpened({ ...all, branchId: 4 }));
    expect(world.state().jobs.items).toEqual([]);
    await clock.after(0);
    expect(world.api.calls.at(-1)?.query).toMatchObject({ branchId: 4, limit: 10 });
  });

  test('a late reply to an older query changes nothing, its call is aborted', async () => {
    const late = deferred<Envelope<unknown>>();
    const api = fakeApi().on('GET', PATH, ({ query }) => (query?.q === 'old' ? late.promise : ok(jobRows(1, 2))));
    const world = runWatcher(jobsSaga, { api });
    world.dispatch(listOpened({ ...all, q: 'old' }));
    world.dispatch(listOpened({ ...all, q: 'new' }));
    await clock.after(0);
    expect(api.calls[0]?.signal?.aborted).toBe(true);
    late.resolve(ok(jobRows(50, 59)));
    await clock.after(0);
    expect(world.state().jobs.items.map(({ id }) => id)).toEqual([1, 2]);
    expect(world.types()).toEqual(['listOpened', 'listOpened', 'listLoaded']);
  });

  test('a list that was left is not waited for', async () => {
    const late = deferred<Envelope<unknown>>();
    const world = runWatcher(jobsSaga, { api: fakeApi().on('GET', PATH, () => late.promise) });
    world.dispatch(listOpened(all));
    world.dispatch(listLeft());
    late.resolve(ok(jobRows(1, 2)));
    await clock.after(0);
    expect(world.types()).toEqual(['listOpened', 'listLeft']);
    expect(world.state().jobs.list.status).toBe('init');
  });

  test.each([
    ['a fault', anApiError(500), 'unknown', 1],
    ['not mine', anApiError(404, 'error.not_found'), 'notFound', 1],
    ['no answer', noAnswer(), 'network', 1],
  ])('%s: failed once, emptied; to /error', async (_name, error, kind, times) => {
    const world = await open(fakeApi().on('GET', PATH, error));
    expect(world.types()).toEqual(['listOpened', 'listFailed']);
    expect(world.state().jobs).toMatchObject({ items: [], list: { status: 'failed', error: { kind } } });
    expect(world.ports.navigate.to).toHaveBeenCalledTimes(times);
  });

  test('a further page that fails leaves what is there, and waits until it is asked for again', async () => {
    const world = await open();
    world.api.on('GET', PATH, noAnswer());
    world.dispatch(endReached());
    await clock.after(0);
    expect(world.state().jobs).toMatchObject({ more: { status: 'failed' }, list: { status: 'loaded' } });
    expect(world.state().jobs.items).toHaveLength(10);
    world.dispatch(endReached());
    expect(world.api.calls).toHaveLength(3);
  });

  test('what a lost session refused comes after it was resumed, at the same place', async () => {
    const world = await open(fakeApi().on('GET', PATH, lost));
    expect(world.types()).toEqual(['listOpened']);
    expect(world.ports.navigate.to).not.toHaveBeenCalled();
    world.api.on('GET', PATH, ok(jobRows(1, 3)));
    world.dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await clock.after(0);
    expect(world.state().jobs.items).toHaveLength(3);
  });
});

describe('the picker of jobs', () => {
  test('pages on past 500', async () => {
    const world = runWatcher(jobsSaga, { api: server(1100) });
    world.dispatch(optionsRequested({ q: '' }));
    await clock.after(0);
    expect(world.api.calls.map(({ query }) => [query?.selection, query?.page, query?.limit])).toEqual([
      ['id,title', 1, 500],
      ['id,title', 2, 500],
      ['id,title', 3, 500],
    ]);
    const options = selectJobOptions(world.state());
    expect(options.status === 'loaded' && options.data.length).toBe(1100);
  });

  test('the last text counts', async () => {
    const late = deferred<Envelope<unknown>>();
    const api = fakeApi().on('GET', PATH, ({ query }) => (query?.q === 'k' ? late.promise : ok(jobRows(7, 7))));
    const world = runWatcher(jobsSaga, { api });
    world.dispatch(optionsRequested({ q: 'k' }));
    world.dispatch(optionsRequested({ q: 'ka' }));
    late.resolve(ok(jobRows(1, 5)));
    await clock.after(0);
    expect(selectJobOptions(world.state())).toEqual({ status: 'loaded', data: [{ id: 7, title: 'Job 7' }] });
  });

  test('a failure is kept', async () => {
    const world = runWatcher(jobsSaga, { api: fakeApi().on('GET', PATH, noAnswer()) });
    world.dispatch(optionsRequested({ q: '' }));
    await clock.after(0);
    expect(selectJobOptions(world.state())).toMatchObject({ status: 'failed', error: { kind: 'network' } });
  });
});
