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

const server = (total: number) =>
  fakeApi().on('GET', PATH, ({ query }: HttpRequest) => {
    const page = Number(query?.page ?? 1);
    const limit = Number(query?.limit ?? 10);
    if (limit === 0) return ok([], { total });
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
] as const)('%j sorted by %s becomes %j', (current, field, next) => expect(nextSorting(current, field)).toEqual(next));

describe('the list', () => {
  const open = async (api = server(25)) => {
    const world = runWatcher(jobsSaga, { api });
    world.dispatch(listOpened(all));
    await clock.after(0);
    /** The calls that load rows, without those that count. */
    const pageCalls = () => world.api.calls.filter(({ query }) => query?.limit !== 0);
    return { ...world, pageCalls };
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
    expect(world.pageCalls()).toHaveLength(3);
    expect(world.types()).toEqual([
      ...['listOpened', 'listLoaded', 'totalRequested', 'totalLoaded', 'endReached', 'moreLoaded'],
      ...['endReached', 'moreLoaded', 'endReached'],
    ]);
  });

  test('counts a list with more pages once, and ignores a failure', async () => {
    const world = await open();
    expect(world.state().jobs.total).toEqual({ status: 'loaded', data: 25 });
    expect((await open(server(3))).api.calls).toHaveLength(1);
    world.api.on('GET', PATH, ({ query }) => (query?.limit === 0 ? noAnswer() : ok(jobRows(1, 10))));
    world.dispatch(listOpened({ ...all, status: 'draft' }));
    await clock.after(0);
    expect(world.state().jobs).toMatchObject({ list: { status: 'loaded' }, total: { status: 'failed' } });
    expect(world.api.calls.at(-1)?.query).toMatchObject({ limit: 0, status: 'draft' });
  });

  test('a count that is under way is at rest once the page is left, and loads on the way back', async () => {
    const world = await open();
    const drafts = { ...all, status: 'draft' } as const;
    const answer = deferred<Envelope<unknown>>();
    world.api.on('GET', PATH, ({ query }) => (query?.limit === 0 ? answer.promise : ok(jobRows(1, 10))));
    world.dispatch(listOpened(drafts));
    await clock.after(0);
    expect(world.state().jobs.total).toEqual({ status: 'loading' });
    world.dispatch(listLeft());
    expect(world.state().jobs.total).toEqual({ status: 'init' });
    world.api.on('GET', PATH, ({ query }) => (query?.limit === 0 ? ok([], { total: 25 }) : ok(jobRows(1, 10))));
    world.dispatch(listOpened(drafts));
    await clock.after(0);
    expect(world.state().jobs.total).toEqual({ status: 'loaded', data: 25 });
  });

  test('shows a row once when it moved to the next page, and skips no page', async () => {
    const world = await open();
    world.api.on('GET', PATH, ok(jobRows(10, 19)));
    world.dispatch(endReached());
    await clock.after(0);
    expect(world.state().jobs.items.map(({ id }) => id)).toEqual(jobRows(1, 19).map(({ id }) => id));
    expect(world.state().jobs.next).toBe(3);
  });

  test('sends search and sorting to the server and starts over', async () => {
    const world = await open();
    for (const sorting of [null, by('asc', 'openedAt'), by('desc', 'openedAt')]) {
      world.dispatch(listOpened({ ...all, q: 'kasa', sorting }));
      await clock.after(0);
    }
    expect(
      world
        .pageCalls()
        .slice(1)
        .map(({ query }) => [query?.q, query?.sorting, query?.page]),
    ).toEqual([
      ['kasa', null, 1],
      ['kasa', 'openedAt:asc', 1],
      ['kasa', 'openedAt:desc', 1],
    ]);
  });

  test('reopens at its former length and keeps the rows while it loads', async () => {
    const world = await open();
    world.dispatch(endReached());
    await clock.after(0);
    world.dispatch(listLeft());
    world.dispatch(listOpened(all));
    expect(world.state().jobs.items).toHaveLength(20);
    await clock.after(0);
    expect(world.pageCalls().at(-1)?.query).toMatchObject({ page: 1, limit: 20 });
    expect(world.state().jobs).toMatchObject({ list: { status: 'loaded' }, next: 3 });
  });

  test('clears the rows when the branch changes', async () => {
    const world = await open();
    world.dispatch(listOpened({ ...all, branchId: 4 }));
    expect(world.state().jobs.items).toEqual([]);
    await clock.after(0);
    expect(world.pageCalls().at(-1)?.query).toMatchObject({ branchId: 4, limit: 10 });
  });

  test('ignores a late reply to an older query and aborts its call', async () => {
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

  test('leaving ignores the running load', async () => {
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
  ])('%s: fails once, empties the list and opens /error', async (_name, error, kind, times) => {
    const world = await open(fakeApi().on('GET', PATH, error));
    expect(world.types()).toEqual(['listOpened', 'listFailed']);
    expect(world.state().jobs).toMatchObject({ items: [], list: { status: 'failed', error: { kind } } });
    expect(world.ports.navigate.to).toHaveBeenCalledTimes(times);
  });

  test('a failed further page keeps the rows and waits for a retry', async () => {
    const world = await open();
    world.api.on('GET', PATH, noAnswer());
    world.dispatch(endReached());
    await clock.after(0);
    expect(world.state().jobs).toMatchObject({ more: { status: 'failed' }, list: { status: 'loaded' } });
    expect(world.state().jobs.items).toHaveLength(10);
    world.dispatch(endReached());
    expect(world.pageCalls()).toHaveLength(3);
  });

  test('continues at the same place after the session resumes', async () => {
    const world = await open(fakeApi().on('GET', PATH, lost));
    expect(world.types()).toEqual(['listOpened']);
    expect(world.ports.navigate.to).not.toHaveBeenCalled();
    world.api.on('GET', PATH, ok(jobRows(1, 3)));
    world.dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await clock.after(0);
    expect(world.state().jobs.items).toHaveLength(3);
  });
});

describe('the job picker', () => {
  const OPTION_FIELDS = 'id,title,status,openedAt,user';

  test('loads more than 500 jobs page by page', async () => {
    const world = runWatcher(jobsSaga, { api: server(1100) });
    world.dispatch(optionsRequested({ q: '' }));
    await clock.after(0);
    expect(world.api.calls.map(({ query }) => [query?.selection, query?.page, query?.limit])).toEqual([
      [OPTION_FIELDS, 1, 500],
      [OPTION_FIELDS, 2, 500],
      [OPTION_FIELDS, 3, 500],
    ]);
    const options = selectJobOptions(world.state());
    expect(options.status === 'loaded' && options.data.length).toBe(1100);
  });

  test('shows the result of the last search', async () => {
    const late = deferred<Envelope<unknown>>();
    const api = fakeApi().on('GET', PATH, ({ query }) => (query?.q === 'k' ? late.promise : ok(jobRows(7, 7))));
    const world = runWatcher(jobsSaga, { api });
    world.dispatch(optionsRequested({ q: 'k' }));
    world.dispatch(optionsRequested({ q: 'ka' }));
    late.resolve(ok(jobRows(1, 5)));
    await clock.after(0);
    expect(selectJobOptions(world.state())).toMatchObject({ status: 'loaded', data: [{ id: 7, title: 'Job 7' }] });
  });

  test('keeps a failure', async () => {
    const world = runWatcher(jobsSaga, { api: fakeApi().on('GET', PATH, noAnswer()) });
    world.dispatch(optionsRequested({ q: '' }));
    await clock.after(0);
    expect(selectJobOptions(world.state())).toMatchObject({ status: 'failed', error: { kind: 'network' } });
  });
});
