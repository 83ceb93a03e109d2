import { chatJoined, chatLeft, pushReceived } from '../../../../src/domains/chat';
import {
  applicationsChangedElsewhere,
  changesMissed,
  decisionChanged,
  shortlistChanged,
} from '../../../../src/domains/applications';
import { jobSaved } from '../../../../src/domains/jobs';
import {
  groupsOf,
  moreRequested,
  selectDueCount,
  settleSubmitted,
  snoozesAt,
  snoozeSubmitted,
  todayLeft,
  todayOpened,
  todaySaga,
  type NeedRow,
} from '../../../../src/domains/today';
import { anApiError, anApplication, aUser, noAnswer } from '../../../support/builders';
import { aMessage, aThread, aConversation } from '../../../support/chat';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock, NOW, settle } from '../../../support/fakeClock';
import { aJob } from '../../../support/jobBuilder';
import { aFilledJob, aNeed, needCounts } from '../../../support/needs';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const LIST = '/search/application/all';
const NEEDS = '/search/application/needs';
const SETTLE = '/job/application/:id/settle';
const SNOOZE = '/job/application/:id/snooze';
const ISTANBUL = 'Europe/Istanbul';

const server = (rows: NeedRow[], next: string | null = null): FakeApi =>
  fakeApi()
    .on('GET', '/search/application/:id/history', ok([]))
    .on('GET', LIST, () => ok(rows, { next }))
    .on('GET', NEEDS, ok(needCounts({ now: rows.length })));

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const run = (api: FakeApi) => {
  const world = runWatcher(todaySaga, { api, state: aSignedInState(aUser({ id: 7 })) });
  const today = () => world.state().today;
  return { ...world, today, ids: () => today().rows.map(({ id }) => id) };
};

const opened = async (api: FakeApi) => {
  const world = run(api);
  world.dispatch(todayOpened({ branchId: null }));
  await settle();
  return world;
};

describe('groupsOf', () => {
  test('groups rows in the order of the kinds, the soonest due first', () => {
    const rows = [
      aNeed(1, 'decide', { minutes: 600 }),
      aNeed(2, 'answer', { minutes: 30 }),
      aNeed(3, 'decide', { minutes: 60 }),
      aNeed(4, 'answer', { minutes: -30 }),
      aNeed(5, 'attendance', { minutes: 0 }),
    ];
    const { groups } = groupsOf(rows, NOW);
    expect(groups.map(({ kind, rows: shown }) => [kind, shown.map(({ row, state }) => [row.id, state])])).toEqual([
      ['attendance', [[5, 'due']]],
      [
        'answer',
        [
          [4, 'due'],
          [2, 'coming'],
        ],
      ],
      [
        'decide',
        [
          [3, 'due'],
          [1, 'coming'],
        ],
      ],
    ]);
  });

  test('a lapsed row is in no group; one that was put off waits apart until its time', () => {
    const rows = [
      aNeed(1, 'decide', { minutes: -1 }),
      aNeed(2, 'answer', { snoozedUntil: new Date(NOW + 60_000).toISOString() }),
    ];
    expect(groupsOf(rows, NOW)).toMatchObject({ groups: [], later: [{ id: 2 }] });
    expect(groupsOf(rows, NOW + 60_000)).toMatchObject({ groups: [{ kind: 'answer' }], later: [] });
  });

  test.each(['decide', 'invite'] as const)('a %s put off past its time comes back for four hours', (kind) => {
    const until = NOW + 24 * 3_600_000;
    const rows = [aNeed(1, kind, { minutes: 60, snoozedUntil: new Date(until).toISOString() })];
    expect(groupsOf(rows, until - 1)).toMatchObject({ groups: [], later: [{ id: 1 }] });
    const back = { groups: [{ kind, rows: [{ state: 'due' }] }], later: [] };
    expect(groupsOf(rows, until)).toMatchObject(back);
    expect(groupsOf(rows, until + 4 * 3_600_000 - 1)).toMatchObject(back);
    expect(groupsOf(rows, until + 4 * 3_600_000)).toEqual({ groups: [], later: [] });
  });
});

describe('snoozesAt', () => {
  const at = (wall: string) => snoozesAt(Date.parse(`${wall}+03:00`), ISTANBUL);
  test.each([
    ['2026-11-20T12:00:00', ['evening', 'tomorrow', 'monday', 'week']],
    ['2026-11-20T18:00:00', ['tomorrow', 'monday', 'week']],
    // Tomorrow is Monday.
    ['2026-11-22T12:00:00', ['evening', 'tomorrow', 'week']],
    // The next Monday is seven days away: 09:00 has passed today, so it is within the limit.
    ['2026-11-23T10:00:00', ['evening', 'tomorrow', 'week']],
    // At 08:00 the next Monday morning is more than seven days away.
    ['2026-11-23T08:00:00', ['evening', 'tomorrow', 'week']],
  ])('%s', (wall, expected) => {
    expect(at(wall).map(({ snooze }) => snooze)).toEqual(expected);
  });

  test('every time is ahead and at most seven days away', () => {
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      const now = NOW + hour * 3_600_000;
      for (const { until } of snoozesAt(now, ISTANBUL)) {
        expect(until).toBeGreaterThan(now);
        expect(until).toBeLessThan(now + 7 * 24 * 3_600_000);
      }
    }
  });
});

describe('the page', () => {
  test('loads rows by need without the lapsed ones, which end the list', async () => {
    const api = server([aNeed(1, 'answer'), aNeed(2, 'decide', { minutes: -5 })], 'more');
    const { today, ids } = await opened(api);
    const queries = api.callsOf('GET', LIST).map(({ query }) => query);
    expect(queries).toEqual([
      { sort: 'need', limit: 50 },
      { sort: 'need', limit: 50, need: 'attendance,answer' },
      { sort: 'need', limit: 50, need: 'answer', needState: 'coming' },
      { sort: 'need', limit: 50, need: 'decide' },
    ]);
    expect(ids()).toEqual([1]);
    expect(today()).toMatchObject({ next: null, list: { status: 'loaded' }, counts: { status: 'loaded' } });
  });

  test('loads a branch, and forgets the rows of the one before', async () => {
    const { dispatch, today, api } = await opened(server([aNeed(1, 'answer')]));
    dispatch(todayOpened({ branchId: 9 }));
    expect(today()).toMatchObject({ rows: [], list: { status: 'loading' } });
    await settle();
    expect(api.callsOf('GET', LIST).at(-1)?.query).toMatchObject({ branchId: 9 });
    expect(api.callsOf('GET', NEEDS).at(-1)?.query).toEqual({ branchId: 9 });
  });

  test('loads more rows from the cursor and keeps the loaded ones', async () => {
    const api = server([aNeed(1, 'answer')], 'c1');
    const { dispatch, ids, today } = await opened(api);
    api.on('GET', LIST, ok([aNeed(1, 'answer'), aNeed(2, 'answer')], { next: null }));
    dispatch(moreRequested());
    await settle();
    expect(api.callsOf('GET', LIST).at(-1)?.query).toMatchObject({ after: 'c1' });
    expect(ids()).toEqual([1, 2]);
    expect(today()).toMatchObject({ next: null, more: { status: 'loaded' } });
  });

  test('a failed load has an error; a failed refresh keeps the rows', async () => {
    const api = server([aNeed(1, 'answer')]).on('GET', LIST, noAnswer());
    const { dispatch, today } = await opened(api);
    expect(today().list.status).toBe('failed');
    api.on('GET', LIST, ok([aNeed(1, 'answer')], { next: null }));
    dispatch(todayOpened({ branchId: null }));
    await settle();
    dispatch(chatJoined());
    await settle();
    api.on('GET', LIST, noAnswer());
    dispatch(changesMissed());
    await clock.after(300);
    expect(today()).toMatchObject({ rows: [{ id: 1 }], list: { status: 'loaded', refreshError: { kind: 'network' } } });
  });
});

describe('loads that overlap', () => {
  const isAll = (query: unknown) => !(query as { need?: string }).need;
  const eager = [aNeed(9, 'decide', { minutes: 60 })];

  test('a refresh asks for the rows of the main list, not for those loaded beside it', async () => {
    const many = Array.from({ length: 60 }, (_one, at) => aNeed(at + 100, 'decide', { minutes: 60 }));
    const api = server([]).on('GET', LIST, ({ query }) =>
      ok(isAll(query) ? [aNeed(1, 'answer')] : many, { next: 'c1' }),
    );
    const { dispatch } = await opened(api);
    const before = api.callsOf('GET', LIST).length;
    dispatch(todayOpened({ branchId: null }));
    await settle();
    expect(
      api
        .callsOf('GET', LIST)
        .slice(before)
        .map(({ query }) => query?.limit),
    ).toEqual([50, 50, 50, 50]);
    expect(api.callsOf('GET', LIST).slice(before)).toHaveLength(4);
  });

  test('a change while the rows load reads them again, because the answer may be older', async () => {
    const slow = deferred<ReturnType<typeof ok>>();
    const api = server([]).on('GET', LIST, () => slow.promise);
    const { dispatch, ids } = await opened(api);
    dispatch(chatJoined());
    await settle();
    expect(api.callsOf('GET', NEEDS)).toHaveLength(1);
    dispatch(changesMissed());
    await clock.after(300);
    api.on('GET', LIST, ok([aNeed(2, 'answer')], { next: null }));
    slow.resolve(ok([aNeed(1, 'answer')], { next: null }));
    await settle();
    expect(ids()).toEqual([2]);
  });

  test('an older answer replaces nothing, and a later page survives a refresh that began before it', async () => {
    const api = server([aNeed(1, 'answer')], 'c1');
    const { dispatch, ids, today } = await opened(api);
    dispatch(chatJoined());
    await settle();
    const slow = deferred<ReturnType<typeof ok>>();
    api.on('GET', LIST, ({ query }) =>
      (query as { after?: string }).after ? ok([aNeed(2, 'answer'), ...eager], { next: 'c2' }) : slow.promise,
    );
    dispatch(changesMissed());
    await clock.after(300);
    dispatch(moreRequested());
    await settle();
    expect(ids()).toEqual([1, 2, 9]);
    dispatch(decisionChanged({ ...anApplication({ id: 9, status: 'rejected' }), need: null }));
    slow.resolve(ok([aNeed(1, 'answer'), ...eager], { next: 'c1' }));
    await settle();
    expect(ids()).toEqual([1, 2]);
    expect(today().next).toBe('c2');
  });

  test('a later page does not bring back a row declined before a refresh', async () => {
    const api = server([aNeed(1, 'answer')], 'c1');
    const { dispatch, ids } = await opened(api);
    dispatch(chatJoined());
    await settle();
    const slow = deferred<ReturnType<typeof ok>>();
    api.on('GET', LIST, ({ query }) =>
      (query as { after?: string }).after ? slow.promise : ok([aNeed(1, 'answer')], { next: 'c1' }),
    );
    dispatch(moreRequested());
    dispatch(decisionChanged({ ...aNeed(9, 'decide', { minutes: 60 }) }));
    dispatch(decisionChanged({ ...anApplication({ id: 9, status: 'rejected' }), need: null }));
    await clock.after(300);
    slow.resolve(ok(eager, { next: null }));
    await settle();
    expect(ids()).toEqual([1]);
  });
});

describe('changes of this user', () => {
  test.each([
    ['declined', decisionChanged, { status: 'rejected' as const }],
    ['declined at a server of the release before', decisionChanged, { status: 'rejected' as const, need: undefined }],
    ['shortlisted, without a word on the need', shortlistChanged, { isShortListed: true, need: undefined }],
  ])('%s: the row leaves at once', async (_name, changed, given) => {
    const { dispatch, ids } = await opened(server([aNeed(1, 'decide', { minutes: 60 }), aNeed(2, 'answer')]));
    dispatch(changed({ ...anApplication({ id: 1 }), need: null, ...given }));
    expect(ids()).toEqual([2]);
  });

  test('an undone decline comes back; an older answer does not bring back what was decided', async () => {
    const api = server([aNeed(1, 'decide', { minutes: 60 })]);
    const { dispatch, ids } = await opened(api);
    dispatch(decisionChanged({ ...anApplication({ id: 1, status: 'rejected' }), need: null }));
    dispatch(decisionChanged(aNeed(1, 'decide', { minutes: 60 })));
    expect(ids()).toEqual([1]);
    const slow = deferred<ReturnType<typeof ok>>();
    api.on('GET', LIST, () => slow.promise);
    dispatch(todayOpened({ branchId: null }));
    await settle();
    dispatch(decisionChanged({ ...anApplication({ id: 1, status: 'rejected' }), need: null }));
    slow.resolve(ok([aNeed(1, 'decide', { minutes: 60 })], { next: null }));
    await settle();
    expect(ids()).toEqual([]);
  });
});

describe('settling', () => {
  const asked = aNeed(1, 'answer', { number: 4 });
  const answering = () =>
    server([asked]).on('PUT', SETTLE, ok({ application: { ...anApplication({ id: 1 }), need: null } }));

  test('settles up to the message that the page shows, without reading the conversation', async () => {
    const api = answering();
    const { dispatch, ids } = await opened(api);
    dispatch(settleSubmitted({ applicationId: 1, name: 'Ayşe' }));
    await settle();
    expect(api.callsOf('PUT', SETTLE)[0]?.body).toEqual({ kind: 'answer', number: 4 });
    expect(ids()).toEqual([]);
  });

  test('a newer message keeps the row', async () => {
    const api = answering().on('PUT', SETTLE, ok({ application: aNeed(1, 'answer', { number: 5 }) }));
    const { dispatch, ids, notices } = await opened(api);
    dispatch(settleSubmitted({ applicationId: 1, name: 'Ayşe' }));
    await settle();
    expect(api.callsOf('PUT', SETTLE)[0]?.body).toEqual({ kind: 'answer', number: 4 });
    expect(ids()).toEqual([1]);
    expect(notices).toMatchObject([{ id: 'today.settle.newer' }]);
  });

  test('offers an undo, which brings the row back', async () => {
    const api = answering().on('PUT', SETTLE, ({ body }) => {
      const isUndone = (body as { number: number }).number === 0;
      return ok({
        application: isUndone ? aNeed(1, 'answer', { number: 4 }) : { ...anApplication({ id: 1 }), need: null },
      });
    });
    const { dispatch, ids, notices } = await opened(api);
    dispatch(settleSubmitted({ applicationId: 1, name: 'Ayşe' }));
    await settle();
    const undo = settleSubmitted({ applicationId: 1, name: 'Ayşe', isUndone: true });
    expect([ids(), notices]).toEqual([
      [],
      [{ id: 'today.settle.done', values: { name: 'Ayşe' }, kind: 'success', undo }],
    ]);
    dispatch(undo);
    await settle();
    expect([ids(), notices.length]).toEqual([[1], 1]);
    api.on('PUT', SETTLE, noAnswer());
    dispatch(undo);
    await settle();
    expect(notices[1]).toMatchObject({ id: 'agenda.undo.failed', kind: 'error' });
  });

  test('a failure says so', async () => {
    const { dispatch, ids, notices } = await opened(answering().on('PUT', SETTLE, noAnswer()));
    dispatch(settleSubmitted({ applicationId: 1, name: 'Ayşe' }));
    await settle();
    expect(ids()).toEqual([1]);
    expect(notices).toMatchObject([{ id: 'today.settle.failed', kind: 'error' }]);
  });
});

describe('putting off', () => {
  const until = '2026-11-21T06:00:00.000Z';

  test('moves the row and offers an undo, which brings it back', async () => {
    const api = server([aNeed(1, 'answer')]).on('PUT', SNOOZE, ({ body }) =>
      ok({ application: aNeed(1, 'answer', { snoozedUntil: (body as { until: string | null }).until }) }),
    );
    const { dispatch, today, notices } = await opened(api);
    dispatch(snoozeSubmitted({ applicationId: 1, name: 'Ayşe', until }));
    await settle();
    expect(groupsOf(today().rows, NOW)).toMatchObject({ groups: [], later: [{ id: 1 }] });
    const undo = snoozeSubmitted({ applicationId: 1, name: 'Ayşe', until: null });
    expect(notices).toEqual([{ id: 'today.snooze.done', values: { name: 'Ayşe' }, kind: 'success', undo }]);
    dispatch(undo);
    await settle();
    expect(api.callsOf('PUT', SNOOZE)[1]?.body).toEqual({ until: null });
    expect(groupsOf(today().rows, NOW).later).toEqual([]);
    expect(notices).toHaveLength(1);
  });

  test('a failure says so', async () => {
    const api = server([aNeed(1, 'answer')]).on('PUT', SNOOZE, anApiError(404, 'error.not_found'));
    const { dispatch, notices, today } = await opened(api);
    dispatch(snoozeSubmitted({ applicationId: 1, name: 'Ayşe', until }));
    await settle();
    expect(today().snooze[1]?.status).toBe('failed');
    expect(notices).toMatchObject([{ id: 'today.snooze.failed', kind: 'error' }]);
  });
});

describe('what others do', () => {
  const elsewhere = applicationsChangedElsewhere({ ids: [1], reason: 'need', userId: 7 });

  const joined = async (api: FakeApi) => {
    const world = await opened(api);
    world.dispatch(chatJoined());
    await settle();
    return world;
  };

  test('a new need appears by an event; many events cause one load', async () => {
    const api = server([]);
    const { dispatch, ids, state } = await joined(api);
    api.on('GET', LIST, ok([aNeed(1, 'answer')], { next: null })).on('GET', NEEDS, ok(needCounts({ now: 1 })));
    const before = api.callsOf('GET', LIST).length;
    for (let at = 0; at < 200; at += 1) dispatch(elsewhere);
    await clock.after(300);
    expect(ids()).toEqual([1]);
    expect(selectDueCount(state())).toBe(1);
    await clock.after(1000);
    expect(api.callsOf('GET', LIST).length - before).toBeLessThanOrEqual(8);
  });

  const employer = (senderId: number, senderName?: string) => ({ sender: 'employer' as const, senderId, senderName });
  test.each([
    ['the branch itself', employer(7, 'Selin Aksoy'), 'today.gone.answeredBy', 'Moda'],
    ['root or HR', employer(3, 'Deniz Kaya'), 'today.gone.answeredBy', 'Deniz Kaya'],
    ['an account of a server of the release before', employer(3), 'today.gone.answered', undefined],
    ['this user in another tab', employer(8, 'Kim'), null, undefined],
    ['nobody: the worker wrote last', { sender: 'worker' as const, senderId: 501 }, null, undefined],
  ])('an answered row leaves and says who answered: %s', async (_name, message, id, by) => {
    const row = aNeed(1, 'answer');
    const api = server([{ ...row, job: { ...row.job, userId: 7, companyName: 'Moda' } }])
      .on('PUT', '/messages/check', ok({ thread: aThread({ id: 5 }) }))
      .on('GET', '/messages/thread/:id', aConversation({ messages: [aMessage(6, message)] }));
    const world = runWatcher(todaySaga, { api, state: aSignedInState(aUser({ id: 8 })) });
    world.dispatch(todayOpened({ branchId: null }));
    await settle();
    world.dispatch(chatJoined());
    await settle();
    api.on('GET', LIST, ok([], { next: null }));
    world.dispatch(elsewhere);
    await clock.after(300);
    expect(world.state().today.rows).toEqual([]);
    expect(world.notices.map((notice) => notice.id)).toEqual(id === null ? [] : [id]);
    expect(world.notices[0]?.values?.by).toBe(by);
  });

  test('a new message of the worker refreshes the page', async () => {
    const api = server([aNeed(1, 'answer')]);
    const { dispatch } = await joined(api);
    const before = api.callsOf('GET', LIST).length;
    const message = {
      threadId: 5,
      userId: 7,
      workerId: 501,
      number: 6,
      sender: 'worker',
      messageType: 'text',
    } as const;
    dispatch(pushReceived({ type: 'message', ...message }));
    await clock.after(300);
    expect(api.callsOf('GET', LIST).length).toBeGreaterThan(before);
  });

  test('an answer is announced also when the row stays for the decision', async () => {
    const api = server([aNeed(1, 'answer')])
      .on('PUT', '/messages/check', ok({ thread: aThread({ id: 5 }) }))
      .on(
        'GET',
        '/messages/thread/:id',
        aConversation({ messages: [aMessage(6, { sender: 'employer', senderId: 3 })] }),
      );
    const { dispatch, notices } = await joined(api);
    api.on('GET', LIST, ok([aNeed(1, 'decide', { minutes: 60 })], { next: null }));
    dispatch(elsewhere);
    await clock.after(300);
    expect(notices).toMatchObject([{ id: 'today.gone.answered' }]);
  });

  const entry = (action: string, actorId?: number | null) => ({
    id: 1,
    at: '2026-11-20T09:00:00.000Z',
    actor: 'user',
    actorName: 'Deniz',
    actorId,
    action: `application.${action}`,
    details: {},
  });
  test.each([
    ['declined', 'decide', [entry('told', null), entry('declined', 3), entry('shortlisted', 4)], 'declined'],
    ['declined while it waited for an answer', 'answer', [entry('declined', 3)], 'declined'],
    ['shortlisted', 'decide', [entry('shortlisted', 3)], 'shortlisted'],
    ['settled', 'answer', [entry('settled', 3)], 'settled'],
    ['declined in the user’s own second tab', 'decide', [entry('declined', 7)], null],
    ['shortlisted in the user’s own second tab', 'decide', [entry('shortlisted', 7)], null],
    [
      'settled before the worker wrote again',
      'answer',
      [{ ...entry('settled', 3), at: '2026-11-20T07:00:00.000Z' }],
      null,
    ],
    ['settled on the user’s own phone', 'answer', [entry('settled', 7)], null],
    ['declined at a server of the release before, which names no id', 'decide', [entry('declined')], null],
    [
      'withdrawn by the worker after an undone decline',
      'decide',
      [entry('rejected', null), entry('declined', 3)],
      null,
    ],
  ] as const)('%s: a row that left says who did it', async (_name, kind, history, id) => {
    const api = server([aNeed(1, kind, { minutes: 60 })])
      .on('GET', '/search/application/:id/history', ok(history))
      .on('PUT', '/messages/check', ok({ thread: aThread({ id: 5 }) }))
      .on('GET', '/messages/thread/:id', aConversation({ messages: [aMessage(6, { sender: 'worker' })] }));
    const { dispatch, notices } = await joined(api);
    api.on('GET', LIST, ok([], { next: null }));
    dispatch(elsewhere);
    await clock.after(300);
    const said = { id: `today.gone.${id}`, values: { by: 'Deniz', name: 'Ayşe Yılmaz' }, kind: 'info' };
    expect(notices).toEqual(id === null ? [] : [said]);
  });

  test('continuous events cause one load in two seconds; the first at once, the last never lost', async () => {
    const api = server([]);
    const { dispatch, ids } = await joined(api);
    const loads = () => api.callsOf('GET', LIST).length / 4;
    const before = loads();
    dispatch(elsewhere);
    await clock.after(300);
    expect(loads() - before).toBe(1);
    for (let at = 0; at < 57; at += 1) {
      dispatch(elsewhere);
      await clock.after(100);
    }
    // After 6 seconds: at 0.3, 2.3 and 4.3.
    expect(loads() - before).toBe(3);
    api.on('GET', LIST, ok([aNeed(1, 'answer')], { next: null }));
    await clock.after(400);
    expect([loads() - before, ids()]).toEqual([4, [1]]);
    await clock.after(10_000);
    expect(loads() - before).toBe(4);
  });

  test('a long page loads 200 rows again and keeps those after them; once in a minute it loads all', async () => {
    const rows = Array.from({ length: 260 }, (_one, at) => aNeed(at + 1, 'answer', { minutes: at - 300 }));
    const gone = new Set<number>();
    const api = server([]).on('GET', LIST, ({ query }) => {
      const { limit, after = 0, need } = query as { limit: number; after?: number; need?: string };
      if (need) return ok([], { next: null });
      const left = rows.filter(({ id }) => id > Number(after) && !gone.has(id));
      const page = left.slice(0, limit);
      return ok(page, { next: page.length < left.length ? String(page.at(-1)!.id) : null });
    });
    const { dispatch, today, ids } = await joined(api);
    for (let at = 0; at < 4; at += 1) {
      dispatch(moreRequested());
      await settle();
    }
    expect(today()).toMatchObject({ listed: 250, next: '250' });
    const limits = () => api.callsOf('GET', LIST).flatMap(({ query }) => (query?.need ? [] : [query?.limit]));
    const before = limits().length;
    gone.add(3).add(240);
    dispatch(elsewhere);
    await clock.after(300);
    expect(
      limits()
        .slice(before)
        .reduce<number>((sum, limit) => sum + Number(limit), 0),
    ).toBe(200);
    expect(ids()).not.toContain(3);
    expect(ids()).toContain(240);
    expect(today()).toMatchObject({ listed: 250, next: '250' });
    await clock.after(61_000);
    expect(ids()).not.toContain(240);
    expect(ids()).toContain(250);
  });

  test('without a stream the page refreshes each minute, and again when the stream is back', async () => {
    const api = server([]);
    const { dispatch, ids } = await joined(api);
    api.on('GET', LIST, ok([aNeed(1, 'answer')], { next: null }));
    await clock.after(60_300);
    expect(ids()).toEqual([1]);
    api.on('GET', LIST, ok([], { next: null }));
    dispatch(changesMissed());
    await clock.after(2000);
    expect(ids()).toEqual([]);
  });

  test('without the page only the number loads; without the shell nothing does', async () => {
    const api = server([aNeed(1, 'answer')]);
    const { dispatch, state } = run(api);
    dispatch(chatJoined());
    await settle();
    expect(selectDueCount(state())).toBe(1);
    expect(api.callsOf('GET', LIST)).toEqual([]);
    dispatch(chatLeft());
    const before = api.calls.length;
    await clock.after(120_000);
    expect(api.calls).toHaveLength(before);
  });

  test('leaving the page during its load starts over on the next visit', async () => {
    const slow = deferred<ReturnType<typeof ok>>();
    const { dispatch, today } = await opened(server([]).on('GET', LIST, () => slow.promise));
    dispatch(todayLeft());
    expect(today()).toMatchObject({ isOpen: false, list: { status: 'init' } });
  });
});

describe('a filled job', () => {
  const server = () =>
    fakeApi()
      .on('GET', LIST, ok([], { next: null }))
      .on('GET', NEEDS, ok(needCounts({ filled: [aFilledJob(), aFilledJob({ id: 101 })] })));

  test.each([
    ['goes when the job is closed', { status: 'closed', hiresWanted: 3, hired: 3 }, [101]],
    ['goes when more people are wanted', { hiresWanted: 4, hired: 3 }, [101]],
    ['goes when the number is removed', { hiresWanted: null, hired: 3 }, [101]],
    ['stays when something else changed', { hiresWanted: 3, hired: 3 }, [100, 101]],
  ] as const)('%s', async (_name, change, left) => {
    const world = await opened(server());
    const job = aJob({ id: 100, ...change });
    const saved = { id: 100, status: job.status, lackedCredit: false };
    world.dispatch(jobSaved({ isLate: false, saved, job, draftKey: null }));
    const { counts } = world.today();
    expect(counts.status === 'loaded' && counts.data.filled?.map(({ id }) => id)).toEqual(left);
  });
});
