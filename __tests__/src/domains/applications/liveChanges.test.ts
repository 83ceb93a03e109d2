import { MINUTE } from '../../../../contract/constants/time';
import {
  applicantLeft,
  applicantOpened,
  applicationsChangedElsewhere,
  applicantSaga,
  applicationsSaga,
  changesMissed,
  decisionChanged,
  emptyFilters,
  listOpened,
  retried,
  selectApplications,
  selectArrivals,
  shortlistChanged,
  shortlistToggled,
  type ApplicationsQuery,
} from '../../../../src/domains/applications';
import { lastDecision } from '../../../../src/domains/decisions';
import { SESSION_ENDS } from '../../../../src/domains/session';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApiError, anApplication, applicationRows, noAnswer, stageCounts } from '../../../support/builders';
import { declinedRow } from '../../../support/decisions';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock, settle } from '../../../support/fakeClock';
import { withKeptAnswer } from '../../../support/fakePorts';
import { runWatcher, together } from '../../../support/testStore';

const LIST = '/search/application/all';
const ONE = '/search/application/:id';
const STAGES = '/search/application/stages';
const OWNER = 7;
const all: ApplicationsQuery = { tab: 'all', jobId: null, filters: emptyFilters };

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

type Change = ReturnType<typeof applicationsChangedElsewhere>['payload'];

const server = (
  one: Parameters<FakeApi['on']>[2] = (_call, { id }) =>
    ok({ application: anApplicationDetail({ id: Number(id), isShortListed: true }) }),
) =>
  fakeApi()
    .on('GET', ONE, one)
    .on('GET', STAGES, ok({ stages: stageCounts() }))
    .on('GET', LIST, ({ query }) =>
      query?.limit === 0 ? ok([], { total: 60 }) : ok(applicationRows(100, Math.max(41, 101 - Number(query?.limit)))),
    );

const rowCallsOf = (calls: FakeApi['calls']) => calls.filter(({ path }) => path !== STAGES);

const single = (api: FakeApi) => api.callsOf('GET', ONE);

const open = async (api: FakeApi, query = all, page = 1) => {
  const world = runWatcher(together(applicationsSaga, applicantSaga), { api });
  world.dispatch(listOpened({ query, page }));
  await settle();
  const change = async (reason: Change['reason'], ids: number[], userId = OWNER) => {
    world.dispatch(applicationsChangedElsewhere({ reason, ids, userId }));
    await settle();
  };
  const list = () => selectApplications(world.state());
  return {
    ...world,
    change,
    list,
    flag: (id: number) => world.state().applications.known[id]?.isShortListed,
    ids: () => list().items.map(({ id }) => id),
    arrivals: () => selectArrivals(world.state()),
  };
};

test.each(['need', 'attendance', 'stage', 'decided'] as const)(
  'a changed %s loads the open applicant again',
  async (reason) => {
    const NOT_LISTED = 200;
    const world = await open(server());
    world.dispatch(applicantOpened({ applicationId: NOT_LISTED }));
    await settle();
    await world.change(reason, [NOT_LISTED + 1]);
    expect(single(world.api)).toHaveLength(1);
    await world.change(reason, [NOT_LISTED]);
    expect(single(world.api)).toHaveLength(2);
  },
);

describe('the stages', () => {
  const counted = (api: FakeApi) => api.callsOf('GET', STAGES).length;

  test('change in the shown rows, and are counted again', async () => {
    const api = server((_call, { id }) =>
      ok({ application: anApplicationDetail({ id: Number(id), stage: { key: 'accepted', at: null } }) }),
    );
    const world = await open(api);
    expect(counted(api)).toBe(1);
    api.on('GET', STAGES, ok({ stages: stageCounts({ accepted: 1 }) }));
    await world.change('stage', [98, 12]);
    expect(world.list().items.find(({ id }) => id === 98)?.stage).toEqual({ key: 'accepted', at: null });
    expect(single(api)).toHaveLength(1);
    expect(world.list().stages).toMatchObject({ data: { accepted: 1 } });
    await world.change('need', [97]);
    await clock.after(2000);
    expect([single(api).length, counted(api)]).toEqual([1, 2]);
  });

  test('are counted at most once a second, and after the last change', async () => {
    const world = await open(server());
    for (let id = 1; id <= 20; id += 1) await world.change('arrived', [200 + id]);
    world.dispatch(shortlistChanged(anApplication({ id: 98, isShortListed: true })));
    world.dispatch(decisionChanged(declinedRow({ id: 97 })));
    await settle();
    expect(counted(world.api)).toBe(2);
    await clock.after(1000);
    expect(counted(world.api)).toBe(3);
    await clock.after(5000);
    expect(counted(world.api)).toBe(3);
  });

  test('keep their counts when they cannot be counted', async () => {
    const world = await open(server().on('GET', STAGES, ok({ stages: stageCounts({ new: 3 }) })));
    world.api.on('GET', STAGES, noAnswer());
    await world.change('stage', [98]);
    expect(world.list().stages).toMatchObject({ status: 'loaded', data: { new: 3 } });
  });
});

describe('decided elsewhere', () => {
  test('reloads only the named rows of the list, in their places', async () => {
    const world = await open(server());
    const before = world.ids();
    await world.change('decided', [98, 97, 12]);
    expect(single(world.api)).toHaveLength(2);
    expect(world.ids()).toEqual(before);
    expect([99, 98, 97].map(world.flag)).toEqual([false, true, true]);
  });

  test('reloads the application of the last decision, which has left the list', async () => {
    const world = await open(server());
    world.dispatch(lastDecision.offer({ kind: 'declined', applicationId: 12, wasTold: false }));
    await world.change('decided', [12]);
    expect(single(world.api)).toHaveLength(1);
    expect(world.flag(12)).toBe(true);
    expect(world.ids()).not.toContain(12);
  });

  test.each(SESSION_ENDS.map((end) => [end.type, end()] as const))(
    'a row is read until the server answers, or until the session is over: %s',
    async (_type, end) => {
      const world = await open(server(noAnswer()));
      await world.change('decided', [98, 97]);
      await clock.after(5 * MINUTE);
      expect(world.flag(98)).toBe(false);
      world.api.on('GET', ONE, ok({ application: anApplicationDetail({ id: 98, isShortListed: true }) }));
      await clock.after(2 * MINUTE);
      expect(world.flag(98)).toBe(true);
      world.api.on('GET', ONE, noAnswer());
      await world.change('decided', [98]);
      world.dispatch(end);
      const calls = world.api.calls.length;
      await clock.after(5 * MINUTE);
      expect(world.api.calls).toHaveLength(calls);
    },
  );

  test('a row is not read from this device', async () => {
    const world = await open(server(noAnswer()));
    withKeptAnswer(world.ports, ok({ application: anApplicationDetail({ id: 98, isShortListed: true }) }));
    await world.change('decided', [98]);
    expect(world.flag(98)).toBe(false);
  });

  test('a row that the user is changing keeps its own answer, and a failure keeps the row', async () => {
    const world = await open(server(noAnswer()));
    world.dispatch(shortlistToggled({ id: 98, isShortlisted: true }));
    await world.change('decided', [98]);
    expect(single(world.api)).toHaveLength(0);
    await world.change('decided', [97]);
    expect(world.ids()).toContain(97);
  });

  test('waits for loading rows, which may be older, and drops a declined row that was prefetched', async () => {
    const late = deferred<null>();
    const one = (_call: unknown, { id }: Record<string, string>) =>
      ok({ application: declinedRow({ id: Number(id) }) });
    const world = await open(server(one), { ...all, onlyPage: 1 });
    const healthy = server();
    world.api.on('GET', LIST, (call) => late.promise.then(() => healthy.main.request(call)));
    world.dispatch(retried());
    await world.change('decided', [98]);
    expect(single(world.api)).toHaveLength(0);
    late.resolve(null);
    await settle();
    expect(single(world.api)).toHaveLength(1);
    expect(world.list().items[2]).toMatchObject({ id: 98, status: 'rejected' });
    world.dispatch(applicationsActions.prefetchLoaded({ query: world.list().query, rows: applicationRows(90, 88) }));
    await world.change('decided', [89]);
    expect(world.list().prefetched.map(({ id }) => id)).toEqual([90, 88]);
  });

  test('a later load of the list replaces the answer about one row', async () => {
    const late = deferred<null>();
    const declined = (_call: unknown, { id }: Record<string, string>) =>
      late.promise.then(() => ok({ application: declinedRow({ id: Number(id) }) }));
    const world = await open(server(declined));
    await world.change('decided', [98]);
    const reloaded = deferred<null>();
    world.api.on('GET', LIST, () => reloaded.promise.then(() => ok(applicationRows(100, 91))));
    world.dispatch(retried());
    late.resolve(null);
    await settle();
    reloaded.resolve(null);
    await settle();
    expect(world.list().items[2]).toMatchObject({ id: 98, decision: null });
  });

  test('keeps the answer to the later of two changes of one row', async () => {
    const [first, second] = [deferred<null>(), deferred<null>()];
    const answers = [
      first.promise.then(() => ok({ application: declinedRow({ id: 98 }) })),
      second.promise.then(() => ok({ application: anApplicationDetail({ id: 98 }) })),
    ];
    const world = await open(server(() => answers.shift()!));
    await world.change('decided', [98]);
    await world.change('decided', [98]);
    second.resolve(null);
    await settle();
    first.resolve(null);
    await settle();
    expect(world.list().items[2]).toMatchObject({ id: 98, decision: null });
  });

  test('a row that changes while a list without it loads is not added', async () => {
    const world = await open(server());
    const late = deferred<null>();
    world.api.on('GET', LIST, () => late.promise.then(() => ok(applicationRows(110, 101))));
    world.dispatch(retried());
    world.dispatch(applicationsActions.rowRefreshed(anApplication({ id: 100 })));
    late.resolve(null);
    await settle();
    expect(world.ids()).not.toContain(100);
  });

  test.each([
    ['many ids', Array.from({ length: 20 }, (_, at) => 95 - at)],
    ['too many to name', []],
  ])('%s: reads the loaded rows again, removes those that left and adds none', async (_name, changed) => {
    const world = await open(server(), all, 3);
    // Rows 96 to 90 were declined, and 101 to 103 arrived.
    const rows = applicationRows(103, 41).filter(({ id }) => id > 96 || id < 90);
    world.api.on('GET', LIST, ({ query }) => ok(rows.slice(0, Number(query?.limit))));
    await world.change('decided', changed);
    expect(single(world.api)).toHaveLength(0);
    expect(world.ids()).toEqual([
      100, 99, 98, 97, 89, 88, 87, 86, 85, 84, 83, 82, 81, 80, 79, 78, 77, 76, 75, 74, 73, 72, 71,
    ]);
    expect(world.list()).toMatchObject({ list: { status: 'loaded' }, next: 71 });
  });

  test('an older answer does not revert an undo or a star', async () => {
    const late = deferred<null>();
    const world = await open(server(), all, 2);
    world.dispatch(decisionChanged(declinedRow({ id: 97 })));
    const before = applicationRows(100, 81).filter(({ id }) => id !== 97);
    world.api.on('GET', LIST, () => late.promise.then(() => ok(before)));
    await world.change('decided', []);
    world.dispatch(decisionChanged(anApplication({ id: 97 })));
    world.dispatch(shortlistChanged(anApplication({ id: 99, isShortListed: true })));
    late.resolve(null);
    await settle();
    expect(world.ids().slice(0, 5)).toEqual([100, 99, 98, 97, 96]);
    expect(world.list().items[1]).toMatchObject({ id: 99, isShortListed: true });
    expect(world.flag(99)).toBe(true);
  });

  test.each([
    ['of a numbered page', { ...all, onlyPage: 2 }, { limit: 20 }],
    ['of a page after a row', { ...all, onlyPage: 2, after: 101 }, { limit: 10, before: 101 }],
  ])('reloads the rows %s from their current place', async (_name, query, asked) => {
    const world = await open(server(), query, 2);
    world.api.on('GET', LIST, ok(applicationRows(120, 85).filter(({ id }) => id !== 98)));
    world.dispatch(changesMissed());
    await settle();
    const lists = world.api.callsOf('GET', LIST).filter(({ query: call }) => call?.limit !== 0);
    expect(lists.at(-1)?.query).toMatchObject(asked);
    expect(world.ids()).not.toContain(98);
    expect(world.ids()).toContain(97);
  });

  test('an event of another owner without ids loads no row', async () => {
    const world = await open(server(), all, 3);
    const rowCalls = () => rowCallsOf(world.api.calls).length;
    const calls = rowCalls();
    await world.change('decided', [], OWNER + 1);
    expect(rowCalls()).toBe(calls);
  });

  test.each([
    ['its id', [98], OWNER, 2],
    ['no ids', [], OWNER, 2],
    ['another id', [12], OWNER, 1],
    ['another owner', [], OWNER + 1, 1],
  ])('%s: reloads the open application', async (_name, ids, userId, times) => {
    const world = runWatcher(together(applicationsSaga, applicantSaga), { api: server() });
    world.dispatch(applicantOpened({ applicationId: 98 }));
    await settle();
    world.dispatch(applicationsChangedElsewhere({ reason: 'decided', ids, userId }));
    await settle();
    expect(single(world.api)).toHaveLength(times);
  });
});

describe('arrived', () => {
  test('counts each application once, and none after the list has loaded again', async () => {
    const world = await open(server());
    const before = world.ids();
    await world.change('arrived', [101, 102]);
    await world.change('arrived', [102, 103], OWNER + 1);
    expect(world.arrivals()).toMatchObject({ ids: [101, 102, 103], isCountUnknown: false });
    await world.change('arrived', []);
    expect(world.arrivals().isCountUnknown).toBe(true);
    expect(world.ids()).toEqual(before);
    world.dispatch(listOpened({ query: all, page: 1 }));
    await settle();
    expect(world.arrivals()).toMatchObject({ ids: [], unchecked: [], isCountUnknown: false });
  });

  test('ignores other branches than the one of the filter', async () => {
    const world = await open(server(), { ...all, filters: { ...emptyFilters, branchId: OWNER } });
    await world.change('arrived', [101], OWNER + 1);
    await world.change('arrived', [], OWNER + 1);
    await world.change('arrived', [102]);
    expect(world.arrivals()).toMatchObject({ ids: [102], isCountUnknown: false });
  });

  test('takes nothing from this device for an answer about a narrowed list', async () => {
    const world = await open(server(), { ...all, jobId: 11, sort: 'score' });
    withKeptAnswer(world.ports, ok(applicationRows(100, 51)));
    world.api.on('GET', LIST, noAnswer());
    await world.change('arrived', [101]);
    await clock.after(10_000);
    expect(world.arrivals()).toMatchObject({ ids: [], unchecked: [101] });
  });

  test('asks the server which ones belong to a narrowed list, at most every five seconds', async () => {
    const world = await open(server(), { ...all, jobId: 11, sort: 'score' });
    world.api.on('GET', LIST, ok(applicationRows(104, 100)));
    const calls = () => world.api.callsOf('GET', LIST).filter(({ query }) => query?.limit === 50);
    await world.change('arrived', [101, 300]);
    await world.change('arrived', [103]);
    expect(calls().map(({ query }) => [query?.jobId, query?.sort])).toEqual([[11, undefined]]);
    expect(world.arrivals()).toMatchObject({ ids: [101], unchecked: [103] });
    await clock.after(5000);
    expect(calls()).toHaveLength(2);
    expect(world.arrivals()).toMatchObject({ ids: [101, 103], unchecked: [] });
  });
});

describe('after the event stream began', () => {
  const interrupted = async (query: ApplicationsQuery, arrived: number[], total = 60) => {
    const world = await open(server(), query);
    const calls = world.api.calls.length;
    world.api.on('GET', LIST, ({ query: asked }) =>
      asked?.limit === 0
        ? ok([], { total })
        : ok([
            ...arrived.map((id) => anApplication({ id })),
            ...applicationRows(100, 90).filter(({ id }) => id !== 95),
          ]),
    );
    world.dispatch(changesMissed());
    await settle();
    return { ...world, asked: () => rowCallsOf(world.api.calls.slice(calls)) };
  };

  test('counts the new applications and removes the rows that left, without moving others', async () => {
    const world = await interrupted(all, [102, 101]);
    expect(world.arrivals()).toMatchObject({ ids: [102, 101], isCountUnknown: false });
    expect(world.ids()).toEqual([100, 99, 98, 97, 96, 94, 93, 92, 91]);
  });

  test('waits for loading rows, which may be older', async () => {
    const world = await open(server());
    const late = deferred<null>();
    world.api.on('GET', LIST, () => late.promise.then(() => ok(applicationRows(100, 91))));
    world.dispatch(retried());
    world.dispatch(changesMissed());
    world.api.on('GET', LIST, () => ok(applicationRows(100, 91).filter(({ id }) => id !== 95)));
    late.resolve(null);
    await settle();
    expect(world.ids()).not.toContain(95);
  });

  test('one read shows what changed and what arrived', async () => {
    const world = await interrupted(all, [102, 101]);
    expect(world.asked().map(({ query }) => query?.limit)).toEqual([50]);
  });

  test('a long list reloads at its full length', async () => {
    const world = await open(server(), all, 6);
    const calls = world.api.calls.length;
    world.dispatch(changesMissed());
    await settle();
    expect(rowCallsOf(world.api.calls.slice(calls)).map(({ query }) => query?.limit)).toEqual([60]);
  });

  test.each([
    ['in the default order', all, noAnswer()],
    ['in another order', { ...all, sort: 'score' as const }, noAnswer()],
    ['behind a proxy whose server is being restarted', all, anApiError(502, 'error.unknown_error')],
  ])('%s, is read until the server answers, however long that takes', async (_name, query, failure) => {
    const world = await open(server(), query);
    world.api.on('GET', LIST, failure);
    world.dispatch(changesMissed());
    await clock.after(5 * MINUTE);
    const calls = world.api.calls.length;
    await clock.after(5 * MINUTE);
    expect(world.api.calls.length - calls).toBeLessThan(15);
    world.api.on('GET', LIST, ok(applicationRows(100, 91).filter(({ id }) => id !== 95)));
    await clock.after(2 * MINUTE);
    expect(world.ids()).toEqual([100, 99, 98, 97, 96, 94, 93, 92, 91]);
  });

  describe('while the server does not answer', () => {
    const many = Array.from({ length: 20 }, (_, at) => 95 - at);
    const down = async () => {
      const world = await open(server(), all, 3);
      const lists = () => world.api.callsOf('GET', LIST).length;
      /** A minute in which an event arrives every second. */
      const busyMinute = async (ids: number[], reason: 'decided' | 'stage' = 'decided') => {
        for (let second = 0; second < 60; second += 1) {
          await world.change(reason, ids);
          await clock.after(1000);
        }
      };
      return { ...world, lists, busyMinute };
    };

    test('one read repeats, however many changes and broken streams there were', async () => {
      const { api, lists, busyMinute, dispatch, ids } = await down();
      api.on('GET', LIST, anApiError(503, 'error.unavailable'));
      await busyMinute(many);
      dispatch(changesMissed());
      dispatch(changesMissed());
      await clock.after(5 * MINUTE);
      const calls = lists();
      await clock.after(5 * MINUTE);
      expect(lists() - calls).toBeLessThan(10);
      api.on('GET', LIST, ok(applicationRows(100, 71).filter(({ id }) => id !== 95)));
      await clock.after(2 * MINUTE);
      expect(ids()).not.toContain(95);
    });

    test('one read of a row repeats, however often its stage changed', async () => {
      const { api, busyMinute, flag } = await down();
      api.on('GET', ONE, anApiError(503, 'error.unavailable'));
      await busyMinute([98], 'stage');
      await clock.after(5 * MINUTE);
      const calls = single(api).length;
      await clock.after(5 * MINUTE);
      expect(single(api).length - calls).toBeLessThan(10);
      api.on('GET', ONE, ok({ application: anApplicationDetail({ id: 98, isShortListed: true }) }));
      await clock.after(2 * MINUTE);
      expect(flag(98)).toBe(true);
    });

    test('a new stream reads at once', async () => {
      const { api, lists, change, dispatch, ids } = await down();
      api.on('GET', LIST, noAnswer());
      await change('decided', many);
      await clock.after(10 * MINUTE);
      const calls = lists();
      api.on('GET', LIST, ok(applicationRows(100, 71).filter(({ id }) => id !== 95)));
      dispatch(changesMissed());
      await settle();
      expect(lists()).toBe(calls + 1);
      expect(ids()).not.toContain(95);
    });

    test('events every second do not cancel a slow read', async () => {
      const { api, change, ids } = await down();
      const late = deferred<null>();
      api.on('GET', LIST, () => late.promise.then(() => ok(applicationRows(100, 71).filter(({ id }) => id !== 95))));
      for (let second = 0; second < 10; second += 1) {
        await change('decided', many);
        await clock.after(1000);
      }
      late.resolve(null);
      await settle();
      expect(ids()).not.toContain(95);
    });
  });

  test('is read until the list loads anew', async () => {
    const world = await open(server());
    world.api.on('GET', LIST, noAnswer());
    world.dispatch(changesMissed());
    await clock.after(0);
    world.api.on('GET', LIST, ok(applicationRows(101, 92)));
    world.dispatch(listOpened({ query: all, page: 1 }));
    await clock.after(0);
    const calls = world.api.calls.length;
    await clock.after(5 * MINUTE);
    expect(world.api.calls).toHaveLength(calls);
  });

  test.each([
    ['a refusal', () => anApiError(403, 'error.forbidden')],
    ['a fault of the server', () => anApiError(500, 'error.unknown_error')],
  ])('is not read again after %s', async (_name, answer) => {
    const world = await open(server());
    world.api.on('GET', LIST, answer());
    world.dispatch(changesMissed());
    await clock.after(0);
    const calls = world.api.calls.length;
    await clock.after(5 * MINUTE);
    expect(world.api.calls).toHaveLength(calls);
  });

  test('the open applicant is read until the server answers', async () => {
    const world = runWatcher(together(applicationsSaga, applicantSaga), { api: server() });
    world.dispatch(applicantOpened({ applicationId: 98 }));
    await settle();
    world.api.on('GET', ONE, noAnswer());
    world.dispatch(changesMissed());
    await clock.after(5 * MINUTE);
    const declined = anApplicationDetail({ id: 98, status: 'rejected' });
    world.api.on('GET', ONE, ok({ application: declined }));
    await clock.after(2 * MINUTE);
    expect(world.state().applications.known[98]?.status).toBe('rejected');
    world.api.on('GET', ONE, noAnswer());
    world.dispatch(changesMissed());
    await clock.after(0);
    world.dispatch(applicantLeft());
    const calls = world.api.calls.length;
    await clock.after(5 * MINUTE);
    expect(world.api.calls).toHaveLength(calls);
  });

  test('says nothing when none arrived', async () => {
    expect((await interrupted(all, [])).arrivals()).toMatchObject({ ids: [], isCountUnknown: false });
  });

  test.each([
    ['more', 61, true],
    ['as many', 60, false],
  ])('in another order only the count says that there are %s applications', async (_name, total, isSome) => {
    const world = await interrupted({ ...all, sort: 'score' }, [102], total);
    expect(world.arrivals()).toMatchObject({ ids: [], isCountUnknown: isSome });
  });

  test('reloads the open applicant, and no list that was never opened', async () => {
    const world = runWatcher(together(applicationsSaga, applicantSaga), { api: server() });
    world.dispatch(applicantOpened({ applicationId: 98 }));
    await settle();
    world.dispatch(changesMissed());
    await settle();
    expect(single(world.api)).toHaveLength(2);
    expect(world.api.callsOf('GET', LIST)).toHaveLength(0);
  });
});
