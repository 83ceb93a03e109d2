import {
  applicationsSaga,
  decisionChanged,
  emptyFilters,
  endReached,
  listLeft,
  listOpened,
  retried,
  rowRefreshed,
  selectApplications,
  seenRequested,
  shortlistChanged,
  shortlistToggled,
  type ApplicationsQuery,
} from '../../../../src/domains/applications';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import { loaded } from '../../../../src/domains/kit/loadable';
import { createApi } from '../../../../src/lib/api';
import { loggedOut, sessionResumed } from '../../../../src/domains/session';
import type { Envelope, HttpRequest } from '../../../../src/lib/http';
import { anApiError, anApplication, applicationRows, aUser, noAnswer, stageCounts } from '../../../support/builders';
import { declinedRow } from '../../../support/decisions';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const PATH = '/search/application/all';
const STAGES = '/search/application/stages';
const SHORTLIST = '/job/application/:id/shortlist';
const COUNTS = stageCounts({ new: 70, declined: 3, withdrew: 2 });
const all: ApplicationsQuery = { tab: 'all', jobId: null, filters: emptyFilters };
const women: ApplicationsQuery = { ...all, filters: { ...emptyFilters, gender: 'female' } };
const shortListed: ApplicationsQuery = { ...all, tab: 'shortListed' };
const lost = anApiError(401, 'error.unauthorized');

/**
 * Fakes a server with applications 1 to `total`, newest first. Half of the applicants are women; 5 more applications
 * are rejected.
 */
const server = (total: number) =>
  fakeApi()
    .on('GET', STAGES, ok({ stages: COUNTS }))
    .on('GET', PATH, ({ query }: HttpRequest) => {
      const { limit, before, gender } = query as { limit: number; before?: number; gender?: string };
      if (limit === 0) return ok([], { total: gender ? total / 2 : total });
      const newest = before === undefined ? total : before - 1;
      return ok(applicationRows(newest, Math.max(1, newest - limit + 1)));
    });

/** `kept` answers without a network. */
const open = async (api: FakeApi, query = all, page = 1, kept: FakeApi = fakeApi()) => {
  const world = runWatcher(applicationsSaga, { api });
  const { withSignal } = world.ports.api;
  const device = createApi(kept);
  world.ports.api.withSignal = (signal) => ({ ...withSignal(signal), kept: () => device });
  world.dispatch(listOpened({ query, page }));
  await settle();
  const lists = () => api.callsOf('GET', PATH).filter((call) => call.query?.limit !== 0);
  const list = () => selectApplications(world.state());
  const flag = (id: number) => world.state().applications.known[id]?.isShortListed;
  return { ...world, lists, list, flag };
};

describe('opening the list', () => {
  test('loads the first page, exact counts, the stages, holidays and the worker form', async () => {
    const { api, list, types } = await open(server(80), women);
    expect(list()).toMatchObject({
      list: { status: 'loaded' },
      next: 71,
      counts: { status: 'loaded', data: { filtered: 40, total: 80 } },
      stages: loaded(COUNTS),
    });
    expect(types()).toEqual(expect.arrayContaining(['holidaysRequested', 'workerFormRequested']));
    const queries = api.callsOf('GET', PATH).map(({ query }) => query);
    expect(queries).toContainEqual({ status: 'in_progress,accepted', jobId: null, gender: 'female', limit: 10 });
  });

  test('counts the stages with the filters, and again when a filter changes, but not for a stage or a tab', async () => {
    const { api, dispatch, list } = await open(server(80), { ...women, jobId: 11 });
    const branch = { ...women, filters: { ...women.filters, branchId: 7 } };
    dispatch(listOpened({ query: branch, page: 1 }));
    expect(list().stages).toEqual({ status: 'loading' });
    await settle();
    dispatch(
      listOpened({ query: { ...branch, tab: 'declined', filters: { ...branch.filters, stage: 'came' } }, page: 1 }),
    );
    await settle();
    expect(api.callsOf('GET', STAGES).map(({ query }) => query)).toEqual([
      { jobId: 11, gender: 'female' },
      { branchId: 7, gender: 'female' },
    ]);
    dispatch(applicationsActions.stagesLoaded({ query: women, stages: stageCounts({ new: 99 }) }));
    expect(list().stages).toEqual(loaded(COUNTS));
  });

  test('counts the stages again when a second opening of the list cancelled the count', async () => {
    const { api, dispatch, list } = await open(server(80));
    const branch = { ...all, filters: { ...all.filters, branchId: 7 } };
    const first = deferred<Envelope<unknown>>();
    api.on('GET', STAGES, () => first.promise);
    dispatch(listOpened({ query: branch, page: 1 }));
    await settle();
    expect(list().stages).toEqual({ status: 'loading' });
    api.on('GET', STAGES, ok({ stages: stageCounts({ new: 4 }) }));
    dispatch(listOpened({ query: branch, page: 1 }));
    await settle();
    expect(list().stages).toEqual(loaded(stageCounts({ new: 4 })));
  });

  test('counts once when no filter is set', async () => {
    const { api, list } = await open(server(80));
    expect(list().counts).toEqual({ status: 'loaded', data: { filtered: 80, total: 80 } });
    expect(api.calls.filter(({ query }) => query?.limit === 0)).toHaveLength(1);
  });

  test.each([
    [3, [30]],
    [50, [500]],
    [120, [500, 500, 200]],
  ])('page %i of the address takes calls of %j rows', async (page, limits) => {
    const { lists, list } = await open(server(3000), all, page);
    expect(lists().map(({ query }) => query?.limit)).toEqual(limits);
    const ids = list().items.map(({ id }) => id);
    expect(ids).toHaveLength(page * 10);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.at(-1)).toBe(3000 - page * 10 + 1);
  });

  test('without a network shows the first page, which the device keeps, and goes on from there', async () => {
    const kept = fakeApi().on('GET', PATH, ok(applicationRows(3000, 2991)));
    const { lists, list } = await open(server(3000).on('GET', PATH, noAnswer()), all, 12, kept);
    expect(lists().map(({ query }) => query?.limit)).toEqual([120]);
    expect(kept.callsOf('GET', PATH).map(({ query }) => query?.limit)).toEqual([10]);
    expect([list().list.status, list().items.length, list().next]).toEqual(['loaded', 10, 2991]);
  });

  test('a reload without a network keeps the rows of a longer list', async () => {
    const kept = fakeApi().on('GET', PATH, ok(applicationRows(80, 71)));
    const { api, dispatch, list } = await open(server(80), all, 3, kept);
    api.on('GET', PATH, noAnswer());
    dispatch(listOpened({ query: all, page: 3 }));
    await settle();
    expect(list().items).toHaveLength(30);
  });

  test.each([
    ['an error of the server', anApiError(500), 5],
    ['a lost call for one page', noAnswer(), 1],
  ])('with %s does not try again by itself', async (_name, answer, page) => {
    const kept = fakeApi().on('GET', PATH, ok(applicationRows(80, 71)));
    const { lists, list } = await open(server(80).on('GET', PATH, answer), all, page, kept);
    expect([lists().length, list().list.status]).toEqual([1, 'failed']);
  });

  test('loads the whole list for a page beyond the end', async () => {
    const { list } = await open(server(12), all, 100);
    expect(list()).toMatchObject({ next: null });
    expect(list().items).toHaveLength(12);
  });

  test('requests only shortlisted applications on the shortlist', async () => {
    const { lists } = await open(server(5), { ...shortListed, jobId: 11 });
    expect(lists()[0]?.query).toMatchObject({ isShortlisted: true, jobId: 11 });
  });

  test('continues a list by time left at the time of its first page', async () => {
    const sortedAt = '2026-11-20T09:00:00.000Z';
    const { dispatch, lists } = await open(server(80), { ...all, sort: 'deadline', sortedAt });
    dispatch(endReached());
    await settle();
    expect(lists().map(({ query }) => query?.sortedAt)).toEqual([sortedAt, sortedAt]);
  });

  test('continues a sorted list in its order and counts without it', async () => {
    const { api, dispatch, lists, list } = await open(server(80), { ...all, sort: 'score' });
    dispatch(endReached());
    await settle();
    expect(lists().map(({ query }) => query?.sort)).toEqual(['score', 'score']);
    expect(api.callsOf('GET', PATH).filter(({ query }) => query?.limit === 0 && query.sort)).toEqual([]);
    dispatch(listOpened({ query: all, page: 1 }));
    expect(list().isCurrent).toBe(false);
  });

  test('other filters keep the old rows until the new ones load; another job or tab clears them', async () => {
    const { dispatch, list } = await open(server(30));
    dispatch(listOpened({ query: women, page: 1 }));
    expect(list().items).toHaveLength(10);
    await settle();
    dispatch(listOpened({ query: { ...women, jobId: 11 }, page: 1 }));
    expect(list()).toMatchObject({ items: [], stages: { status: expect.stringMatching(/init|loading/) as string } });
  });
});

describe('loading more', () => {
  test('pages by `before`, fifty at a time, to the end', async () => {
    const { dispatch, lists, list } = await open(server(80));
    dispatch(endReached());
    dispatch(endReached());
    await settle();
    expect(lists().at(-1)?.query).toMatchObject({ limit: 50, before: 71 });
    expect(list().items).toHaveLength(60);
    dispatch(endReached());
    await settle();
    expect(list()).toMatchObject({ next: null, more: { status: 'loaded' } });
    expect(list().items).toHaveLength(80);
    dispatch(endReached());
    await settle();
    expect(lists()).toHaveLength(3);
  });

  test('keeps the rows when a page fails and tries again at the next end', async () => {
    const { api, dispatch, list } = await open(server(80));
    const healthy = server(80);
    api.on('GET', PATH, noAnswer());
    dispatch(endReached());
    await settle();
    expect(list()).toMatchObject({
      more: { status: 'failed', error: { kind: 'network' } },
      list: { status: 'loaded' },
    });
    expect(list().items).toHaveLength(10);
    api.on('GET', PATH, (request) => healthy.main.request(request));
    dispatch(endReached());
    await settle();
    expect(list().items).toHaveLength(60);
  });

  test('aborts a page of the former query and ignores its reply', async () => {
    const late = deferred<Envelope<unknown>>();
    const { api, dispatch, list, types } = await open(server(80));
    api.on('GET', PATH, ({ query }) => (query?.before ? late.promise : ok(applicationRows(3, 1), { total: 3 })));
    dispatch(endReached());
    dispatch(listOpened({ query: women, page: 1 }));
    await settle();
    expect(api.calls.find(({ query }) => query?.before)?.signal?.aborted).toBe(true);
    late.resolve(ok(applicationRows(70, 21)));
    await settle();
    expect(list().items.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(types()).not.toContain('moreLoaded');
  });
});

describe('rows that change while others load', () => {
  const declined = (id: number) => decisionChanged(declinedRow({ id }));

  test.each([
    ['declined here', (id: number) => declined(id)],
    ['declined elsewhere', (id: number) => rowRefreshed(declinedRow({ id }))],
  ])('an older answer does not bring back a row that was %s', async (_who, event) => {
    const late = deferred<null>();
    const { api, dispatch, list } = await open(server(80));
    const healthy = server(80);
    api.on('GET', PATH, (request) => late.promise.then(() => healthy.main.request(request)));
    dispatch(retried());
    dispatch(event(79));
    late.resolve(null);
    await settle();
    expect(list().items.map(({ id }) => id)).toEqual([80, 78, 77, 76, 75, 74, 73, 72, 71]);
    dispatch(endReached());
    dispatch(event(69));
    await settle();
    expect(list().items.map(({ id }) => id)).not.toContain(69);
    expect(list().items).toHaveLength(58);
  });

  test('an older answer brings back no row that left the shortlist, and replaces no newer row', async () => {
    const late = deferred<null>();
    const { api, dispatch, list } = await open(server(3), shortListed);
    api.on('GET', PATH, () => late.promise.then(() => ok(applicationRows(3, 1))));
    dispatch(retried());
    dispatch(shortlistChanged(anApplication({ id: 2, isShortListed: false })));
    dispatch(shortlistChanged(anApplication({ id: 3, isShortListed: true })));
    late.resolve(null);
    await settle();
    expect(list().items.map(({ id, isShortListed }) => [id, isShortListed])).toEqual([
      [3, true],
      [1, false],
    ]);
  });

  test.each([
    ['a list without pages', all, [80, 79, 78, 77, 76, 75, 74, 73, 72, 71], []],
    ['a numbered page', { ...all, onlyPage: 1 }, [80, 79, 78, 77, 76, 75, 74, 73, 72, 71], [70]],
  ])('an undo keeps its row in %s, though the answer lacks it', async (_what, query, shown, ahead) => {
    const late = deferred<null>();
    const { api, dispatch, list } = await open(server(80), query);
    dispatch(declined(78));
    const rest = applicationRows(80, 70).filter(({ id }) => id !== 78);
    api.on('GET', PATH, ({ query: sent }) => late.promise.then(() => ok(rest.slice(0, Number(sent?.limit)))));
    dispatch(retried());
    dispatch(decisionChanged(anApplication({ id: 78 })));
    late.resolve(null);
    await settle();
    expect(
      list()
        .items.slice(0, 10)
        .map(({ id }) => id),
    ).toEqual(shown);
    expect(list().prefetched.map(({ id }) => id)).toEqual(ahead);
  });

  test('several undos while the list reloads all keep their rows', async () => {
    const late = deferred<null>();
    const { api, dispatch, list } = await open(server(80));
    const rest = applicationRows(80, 71).filter(({ id }) => ![79, 77, 76].includes(id));
    api.on('GET', PATH, ({ query: sent }) => late.promise.then(() => ok(rest.slice(0, Number(sent?.limit)))));
    dispatch(retried());
    for (const id of [77, 79, 76]) {
      dispatch(declined(id));
      dispatch(decisionChanged(anApplication({ id })));
    }
    dispatch(declined(75));
    late.resolve(null);
    await settle();
    expect(list().items.map(({ id }) => id)).toEqual([80, 79, 78, 77, 76, 74, 73, 72, 71]);
  });

  test('an answer that was requested after a change replaces it', async () => {
    const { dispatch, list } = await open(server(3));
    dispatch(rowRefreshed(declinedRow({ id: 2 })));
    dispatch(retried());
    await settle();
    expect(list().items.map(({ id }) => id)).toEqual([3, 2, 1]);
  });
});

describe('the next numbered page', () => {
  const pageOf = (onlyPage: number): ApplicationsQuery => ({
    ...all,
    sort: 'deadline',
    sortedAt: `${onlyPage}`,
    onlyPage,
  });

  test('starts after the last row of the shown page, in the same order; other pages start by their number', async () => {
    const { dispatch, lists } = await open(server(80), pageOf(1));
    const opened = async (page: number) => {
      dispatch(listOpened({ query: pageOf(page), page: 1 }));
      await settle();
      const { before, page: number, sortedAt } = lists().at(-1)!.query as Record<string, unknown>;
      return [before ?? null, number ?? null, sortedAt];
    };
    expect(await opened(2)).toEqual([71, null, '1']);
    dispatch(retried());
    await settle();
    expect(lists().at(-1)?.query).toMatchObject({ before: 71, sortedAt: '1' });
    expect(await opened(3)).toEqual([61, null, '1']);
    expect(await opened(1)).toEqual([null, 1, '1']);
    expect(await opened(4)).toEqual([null, 4, '4']);
  });
});

describe('failures of the list', () => {
  test.each([
    ['a fault', anApiError(500), 'unknown'],
    ['not mine', anApiError(404, 'error.not_found'), 'notFound'],
    ['no answer', noAnswer(), 'network'],
  ])('%s: fails once, and a retry loads the list', async (_name, error, kind) => {
    const { api, dispatch, list, types } = await open(fakeApi().on('GET', PATH, error));
    expect(list()).toMatchObject({ items: [], list: { status: 'failed', error: { kind } } });
    expect(types().filter((type) => type?.startsWith('list'))).toEqual(['listOpened', 'listFailed']);
    const healthy = server(4);
    api.on('GET', PATH, (request) => healthy.main.request(request));
    dispatch(retried());
    await settle();
    expect(list().items).toHaveLength(4);
  });

  test('leaving ignores a late reply and keeps the rows of a loaded list', async () => {
    const late = deferred<Envelope<unknown>>();
    const world = await open(
      fakeApi().on('GET', PATH, ({ query }) => (query?.limit === 0 ? ok([], { total: 1 }) : late.promise)),
    );
    world.dispatch(listLeft());
    late.resolve(ok(applicationRows(2, 1)));
    await settle();
    expect(world.list()).toMatchObject({ list: { status: 'init' }, items: [] });
    const loaded = await open(server(30));
    loaded.dispatch(listLeft());
    expect(loaded.list()).toMatchObject({ list: { status: 'loaded' } });
    expect(loaded.list().items).toHaveLength(10);
  });

  test('loads again after the session resumes', async () => {
    const { api, dispatch, list } = await open(fakeApi().on('GET', PATH, lost).on('GET', STAGES, lost));
    expect(list()).toMatchObject({ list: { status: 'loading' }, stages: { status: 'loading' } });
    const healthy = server(20);
    for (const path of [PATH, STAGES]) api.on('GET', path, (request) => healthy.main.request(request));
    dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await settle();
    expect(list()).toMatchObject({
      list: { status: 'loaded' },
      stages: { status: 'loaded' },
      counts: { status: 'loaded' },
    });
  });
});

describe('shortlist', () => {
  const answering = (api: FakeApi) =>
    api.on('PUT', SHORTLIST, ({ body }, { id }) => {
      const isShortListed = (body as { isShortlisted: boolean }).isShortlisted;
      return ok({ application: anApplication({ id: Number(id), isShortListed }) });
    });

  test('is pending until the server answers, then changes the flag', async () => {
    const answer = deferred<Envelope<unknown>>();
    const { dispatch, list, flag, api } = await open(server(3).on('PUT', SHORTLIST, () => answer.promise));
    dispatch(shortlistToggled({ id: 2, isShortlisted: true }));
    await settle();
    expect(list().shortlist[2]).toEqual({ status: 'loading' });
    expect(flag(2)).toBe(false);
    answer.resolve(ok({ application: anApplication({ id: 2, isShortListed: true }) }));
    await settle();
    expect(list().shortlist).toEqual({});
    expect(flag(2)).toBe(true);
    expect(api.callsOf('PUT', SHORTLIST)[0]?.body).toEqual({ isShortlisted: true });
  });

  test('several toggles at once do not wait for each other', async () => {
    const { dispatch, flag } = await open(answering(server(3)));
    [1, 2, 3].forEach((id) => dispatch(shortlistToggled({ id, isShortlisted: true })));
    await settle();
    expect([1, 2, 3].map(flag)).toEqual([true, true, true]);
  });

  test('removing an application from the shortlist removes its row and updates the counts', async () => {
    const { dispatch, list } = await open(answering(server(3)), shortListed);
    dispatch(shortlistToggled({ id: 2, isShortlisted: false }));
    await settle();
    expect(list().items.map(({ id }) => id)).toEqual([3, 1]);
    expect(list().counts).toEqual({ status: 'loaded', data: { filtered: 2, total: 2 } });
  });

  test('ignores the reply for a row that is no longer shown', async () => {
    const { dispatch, list } = await open(answering(server(3)));
    dispatch(shortlistToggled({ id: 99, isShortlisted: true }));
    await settle();
    expect(list().items).toHaveLength(3);
  });

  test.each([
    ['a closed job', anApiError(409, 'job.not_active'), 'applications.shortlist.jobInactive', undefined],
    [
      'a failing server',
      anApiError(500),
      'applications.shortlist.failed',
      { kind: 'unknown', key: 'error.unknown_error' },
    ],
  ])('%s: the flag does not change', async (_name, error, notice, failure) => {
    const { dispatch, list, flag, types, notices: raised } = await open(server(3).on('PUT', SHORTLIST, error));
    dispatch(shortlistToggled({ id: 2, isShortlisted: true }));
    await settle();
    expect(list().shortlist[2]).toMatchObject({ status: 'failed' });
    expect(flag(2)).toBe(false);
    expect(types().filter((type) => type?.startsWith('shortlist'))).toEqual(['shortlistToggled', 'shortlistFailed']);
    expect(raised).toEqual([{ id: notice, kind: 'error', values: { name: 'Ayşe Yılmaz' }, failure }]);
  });

  test('repeats a toggle that a lost session refused when the same user is back', async () => {
    const { api, dispatch, list, flag, notices: raised } = await open(server(3).on('PUT', SHORTLIST, lost));
    dispatch(shortlistToggled({ id: 2, isShortlisted: true }));
    await settle();
    expect(list().shortlist[2]).toMatchObject({ status: 'loading' });
    expect(flag(2)).toBe(false);
    expect(raised).toEqual([]);
    answering(api as FakeApi);
    dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await settle();
    expect(flag(2)).toBe(true);
  });

  test('does not repeat the toggle after the user has signed out', async () => {
    const { api, dispatch } = await open(server(3).on('PUT', SHORTLIST, lost));
    dispatch(shortlistToggled({ id: 2, isShortlisted: true }));
    await settle();
    dispatch(loggedOut());
    dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await settle();
    expect(api.callsOf('PUT', SHORTLIST)).toHaveLength(1);
  });
});

describe('seen', () => {
  const SEEN = '/job/application/:id/mark-as-seen';
  test('marks the row when the server answers', async () => {
    const { dispatch, list } = await open(
      server(3).on('PUT', SEEN, ok({ application: anApplication({ id: 2, isSeen: true }) })),
    );
    dispatch(seenRequested({ id: 2 }));
    await settle();
    expect(list().items[1]).toMatchObject({ isSeen: true });
    expect(list().seen[2]?.status).toBe('loaded');
  });

  test('an opened application stays in a list of new ones and leaves the counts unchanged', async () => {
    const unseen = { ...all, filters: { ...emptyFilters, isSeen: false as const } };
    const api = server(3).on('PUT', SEEN, ok({ application: anApplication({ id: 2, isSeen: true }) }));
    const { dispatch, list, lists } = await open(api, unseen);
    const counts = list().counts;
    dispatch(seenRequested({ id: 2 }));
    await settle();
    expect(list().items.map(({ id, isSeen }) => [id, isSeen])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
    expect(list().counts).toEqual(counts);
    expect(lists().map(({ query }) => query?.isSeen)).toEqual([false]);
  });

  test('keeps a failure without a notice', async () => {
    const { dispatch, list, notices } = await open(server(3).on('PUT', SEEN, noAnswer()));
    dispatch(seenRequested({ id: 2 }));
    await settle();
    expect(list().seen[2]?.status).toBe('failed');
    expect(notices).toEqual([]);
  });
});
