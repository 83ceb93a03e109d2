import {
  decisionChanged,
  emptyFilters,
  listOpened,
  rowRefreshed,
  rowsReloaded,
  shortlistChanged,
} from '../../../../src/domains/applications';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import {
  allChosen,
  bulkRequested,
  bulksSaga,
  canUndo,
  chosenBody,
  chosenCount,
  dialogClosed,
  dialogOpened,
  previewRequested,
  rangeOf,
  recentRequested,
  rowsTicked,
  selectionCleared,
  selectShownBulk,
  undoRequested,
} from '../../../../src/domains/bulks';
import { emptySelection, withMarks } from '../../../../src/domains/bulks/rules';
import { chatJoined, conversationActions, pushReceived } from '../../../../src/domains/chat';
import { jobSaved } from '../../../../src/domains/jobs';
import { loggedOut } from '../../../../src/domains/session';
import { aBulk, aRunningBulk, BULK_ID } from '../../../support/bulks';
import { anApiError, anApplication, aUser, noAnswer } from '../../../support/builders';
import { aDecision } from '../../../support/decisions';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock, NOW } from '../../../support/fakeClock';
import { aJob } from '../../../support/jobBuilder';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const QUERY = { tab: 'all' as const, jobId: 7, filters: { ...emptyFilters, gender: 'female' as const } };
const BULKS = '/job/application/bulk';
const BULK = `${BULKS}/${BULK_ID}`;
const BODY = { action: 'decline' as const, ids: [1, 2], expected: 2 };

describe('selection', () => {
  const ticked = (ids: number[]) => ({ ...emptySelection(null), marks: withMarks(emptySelection(null), ids, true) });

  test.each([
    ['some rows', ticked([3, 1]), { ids: [1, 3] }, 2],
    [
      'every match',
      { ...emptySelection(null), isAll: true },
      { query: { status: 'in_progress,accepted', jobId: 7, gender: 'female' } },
      312,
    ],
    [
      'every match except two',
      { ...ticked([3, 1]), isAll: true },
      { query: { status: 'in_progress,accepted', jobId: 7, gender: 'female' }, except: [1, 3] },
      310,
    ],
  ])('names %s', (_name, selection, body, count) => {
    expect(chosenBody(selection, QUERY)).toEqual(body);
    expect(chosenCount(selection, 312)).toBe(count);
  });

  test('knows the number of all matches only once the server has counted them', () => {
    expect(chosenCount({ ...emptySelection(null), isAll: true }, null)).toBeNull();
  });

  test.each([
    [null, 3, [3]],
    [2, 4, [2, 3, 4]],
    [4, 2, [2, 3, 4]],
    [9, 3, [3]],
  ])('the range from %p to %p is %p', (from, to, expected) => {
    expect(rangeOf([1, 2, 3, 4, 5], from, to)).toEqual(expected);
  });

  test('holds at most the ids of one call', () => {
    const ids = Array.from({ length: 600 }, (_, at) => at + 1);
    expect(Object.keys(ticked(ids).marks)).toHaveLength(500);
  });

  test('ends with another query and stays on another page of the same one', () => {
    const { dispatch, state } = runWatcher(bulksSaga);
    const marks = () => state().bulks.selection.marks;
    dispatch(listOpened({ query: QUERY, page: 1 }));
    dispatch(rowsTicked({ ids: [1, 2], isTicked: true, anchor: 2 }));
    dispatch(listOpened({ query: { ...QUERY, onlyPage: 3 }, page: 3 }));
    expect(marks()).toEqual({ 1: true, 2: true });
    dispatch(allChosen());
    dispatch(rowsTicked({ ids: [1], isTicked: false, anchor: 1 }));
    expect(state().bulks.selection).toMatchObject({ isAll: true, marks: { 1: true } });
    dispatch(dialogOpened({ action: 'decline' }));
    dispatch(listOpened({ query: { ...QUERY, onlyPage: 2 }, page: 2 }));
    expect(state().bulks.dialog).toBe('decline');
    dispatch(listOpened({ query: { ...QUERY, filters: emptyFilters }, page: 1 }));
    expect(state().bulks.dialog).toBeNull();
    expect(state().bulks.selection).toMatchObject({ isAll: false, marks: {} });
    dispatch(rowsTicked({ ids: [4], isTicked: true, anchor: 4 }));
    dispatch(selectionCleared());
    expect(marks()).toEqual({});
  });

  const declined = anApplication({ id: 2, status: 'rejected', decision: aDecision() });
  const unlisted = anApplication({ id: 2, isShortListed: false });
  test.each([
    ['declined', 'all', decisionChanged(declined), [1, 3]],
    ['reopened', 'declined', decisionChanged(unlisted), [1, 3]],
    ['declined by a colleague', 'all', rowRefreshed(declined), [1, 3]],
    ['found gone in a reload', 'all', rowsReloaded({ query: QUERY, rows: [], left: [2] }), [1, 3]],
    ['given another reason', 'declined', decisionChanged(declined), [1, 2, 3]],
    ['removed from the shortlist', 'shortListed', shortlistChanged(unlisted), [1, 3]],
    ['removed from the shortlist', 'all', shortlistChanged(unlisted), [1, 2, 3]],
  ] as const)('of a row that was %s, in the tab %s', (_name, tab, change, ids) => {
    const { dispatch, state } = runWatcher(bulksSaga);
    const chosen = () => chosenBody(state().bulks.selection, QUERY);
    dispatch(listOpened({ query: { ...QUERY, tab }, page: 1 }));
    dispatch(rowsTicked({ ids: [1, 2, 3], isTicked: true, anchor: 3 }));
    dispatch(change);
    expect(chosen()).toEqual({ ids });
    dispatch(allChosen());
    dispatch(rowsTicked({ ids: [2], isTicked: false, anchor: 2 }));
    dispatch(change);
    expect(chosen()).toMatchObject({ except: [2] });
  });
});

test.each([
  ['finished', aBulk(), 0, true],
  ['running', aRunningBulk(), 0, false],
  ['without a change', aBulk({ done: 0 }), 0, false],
  ['undone', aBulk({ undoneBy: 'b'.repeat(32) }), 0, false],
  ['an undo', aBulk({ undoOf: 'b'.repeat(32) }), 0, false],
  ['messages that have not left', { ...aBulk({ action: 'message' }), recallUntil: NOW + 10_000 }, 9_999, true],
  ['messages that are leaving', { ...aBulk({ action: 'message' }), recallUntil: NOW + 10_000 }, 10_000, false],
  ['messages that have left', aBulk({ action: 'message', recallSeconds: null }), 0, false],
])('offers the undo: %s', (_name, bulk, after, expected) => {
  expect(canUndo(bulk, NOW + after)).toBe(expected);
});

describe('a bulk action', () => {
  let clock: ReturnType<typeof fakeClock>;
  beforeEach(() => {
    clock = fakeClock();
  });
  afterEach(() => clock.stop());

  const user = aUser({ id: 7 });
  const start = async (api: FakeApi, state: object = {}) => {
    const world = runWatcher(bulksSaga, { api, state: { ...aSignedInState(user), ...state } });
    await clock.after(0);
    return { ...world, bulks: () => world.state().bulks };
  };
  /** Opens a list, which is loaded again after a change. */
  const withList = (dispatch: (action: { type: string }) => unknown) => {
    dispatch(listOpened({ query: QUERY, page: 1 }));
    dispatch(applicationsActions.listLoaded({ query: QUERY, rows: [], next: null }));
  };

  test('messages are recalled by the seconds left, whatever the clock of the device says', async () => {
    const bulk = aBulk({ action: 'message', finishedAt: '2020-01-01T00:00:00.000Z', recallSeconds: 10 });
    const { dispatch, state } = await start(fakeApi().on('POST', BULKS, ok({ bulk })));
    dispatch(bulkRequested({ ...BODY, action: 'message' }));
    await clock.after(0);
    const shown = selectShownBulk(state())!;
    expect([0, 9_999, 10_000].map((after) => canUndo(shown, Date.now() + after))).toEqual([true, true, false]);
  });

  test('shows a small result at once, and loads the list again', async () => {
    const { dispatch, bulks, types, state } = await start(fakeApi().on('POST', BULKS, ok({ bulk: aBulk() })));
    withList(dispatch);
    dispatch(rowsTicked({ ids: [1, 2], isTicked: true, anchor: 2 }));
    dispatch(dialogOpened({ action: 'decline' }));
    dispatch(bulkRequested(BODY));
    await clock.after(0);
    expect(bulks()).toMatchObject({ dialog: null, shown: [BULK_ID], selection: { marks: {} }, attempt: null });
    expect(types()).toContain('retried');
    expect(state().pendingBulks.bulks).toEqual([]);
  });

  test('asks again for a lost response with the same key', async () => {
    let tries = 0;
    const api = fakeApi().on('POST', BULKS, () => ((tries += 1) < 3 ? noAnswer() : ok({ bulk: aBulk() })));
    const { dispatch, bulks } = await start(api);
    dispatch(bulkRequested(BODY));
    await clock.after(5000);
    expect(bulks().shown).toEqual([BULK_ID]);
    const keys = api.callsOf('POST', BULKS).map(({ headers }) => headers?.['Idempotency-Key']);
    expect(keys).toEqual(['random-id', 'random-id', 'random-id']);
  });

  test('a refusal keeps the dialog, its key for the same request, and the number of matches', async () => {
    const refusal = Object.assign(anApiError(409, 'bulk.set_changed'), { payload: { matches: 305 } });
    const api = fakeApi().on('POST', BULKS, refusal);
    const { dispatch, bulks, ports } = await start(api);
    const id = jest.spyOn(ports.random, 'id').mockReturnValueOnce('first').mockReturnValueOnce('second');
    dispatch(dialogOpened({ action: 'decline' }));
    dispatch(bulkRequested(BODY));
    await clock.after(0);
    expect(bulks()).toMatchObject({ dialog: 'decline', start: { status: 'failed', error: { matches: 305 } } });
    dispatch(bulkRequested(BODY));
    await clock.after(0);
    dispatch(bulkRequested({ ...BODY, expected: 305 }));
    await clock.after(0);
    const keys = api.callsOf('POST', BULKS).map(({ headers }) => headers?.['Idempotency-Key']);
    expect(keys).toEqual(['first', 'first', 'second']);
    expect(id).toHaveBeenCalledTimes(2);
  });

  describe('whose dialog was left before the answer', () => {
    const OTHER = { action: 'message' as const, ids: [3], expected: 1, options: { body: 'See you.' } };
    const twoAtOnce = async () => {
      const late = deferred<unknown>();
      const api = fakeApi().on('POST', BULKS, ({ body }) =>
        (body as typeof BODY).action === 'decline'
          ? (late.promise as Promise<ReturnType<typeof ok>>)
          : ok({ bulk: aBulk({ id: 'b'.repeat(32), action: 'message' }) }),
      );
      const world = await start(api);
      let keys = 0;
      world.ports.random.id = () => `key-${(keys += 1)}`;
      world.dispatch(dialogOpened({ action: 'decline' }));
      world.dispatch(bulkRequested(BODY));
      world.dispatch(dialogClosed());
      world.dispatch(rowsTicked({ ids: [3], isTicked: true, anchor: 3 }));
      world.dispatch(dialogOpened({ action: 'message' }));
      await clock.after(0);
      const answer = async (response: unknown) => {
        late.resolve(response);
        await clock.after(0);
      };
      return { ...world, api, answer };
    };

    test('does not hold up the next one', async () => {
      const { dispatch, bulks, answer } = await twoAtOnce();
      dispatch(bulkRequested(OTHER));
      await clock.after(0);
      expect(bulks()).toMatchObject({ dialog: null, shown: ['b'.repeat(32)], start: { status: 'loaded' } });
      await answer(ok({ bulk: aBulk() }));
      expect(bulks().shown).toEqual([BULK_ID, 'b'.repeat(32)]);
    });

    test('leaves the next dialog and its rows alone, and is never taken for a repeat', async () => {
      const { dispatch, bulks, answer, api } = await twoAtOnce();
      await answer(ok({ bulk: aBulk() }));
      expect(bulks()).toMatchObject({
        dialog: 'message',
        selection: { marks: { 3: true } },
        start: { status: 'init' },
      });
      expect(bulks().shown).toEqual([BULK_ID]);
      dispatch(bulkRequested(BODY));
      await clock.after(0);
      expect(api.callsOf('POST', BULKS).map(({ headers }) => headers?.['Idempotency-Key'])).toEqual(['key-1', 'key-2']);
    });

    test('tells its refusal in a notice', async () => {
      const { bulks, answer, notices } = await twoAtOnce();
      await answer(anApiError(403, 'error.forbidden'));
      expect(bulks()).toMatchObject({ dialog: 'message', start: { status: 'init' } });
      expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
    });
  });

  test('tells its refusal in a notice after its dialog was closed', async () => {
    const late = deferred<never>();
    const { dispatch, notices } = await start(fakeApi().on('POST', BULKS, () => late.promise));
    dispatch(dialogOpened({ action: 'decline' }));
    dispatch(bulkRequested(BODY));
    dispatch(dialogClosed());
    late.reject(anApiError(403, 'error.forbidden'));
    await clock.after(0);
    expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
  });

  test('is polled every 2 s without a stream, seldom with one, and ends once', async () => {
    const api = fakeApi()
      .on('POST', BULKS, ok({ bulk: aRunningBulk() }))
      .on('GET', BULK, ok({ bulk: aRunningBulk({ done: 195 }) }));
    const { dispatch, bulks, state, types } = await start(api);
    withList(dispatch);
    dispatch(bulkRequested(BODY));
    await clock.after(0);
    expect(state().pendingBulks.bulks).toEqual([{ id: BULK_ID, ownerId: 7 }]);
    const reads = () => api.callsOf('GET', BULK).length;
    const before = reads();
    await clock.after(6000);
    expect(reads()).toBe(before + 3);
    dispatch(conversationActions.liveChanged({ isLive: true }));
    await clock.after(2000);
    const live = reads();
    await clock.after(20_000);
    expect(reads()).toBe(live);
    api.on('GET', BULK, ok({ bulk: aBulk() }));
    const event = { type: 'bulk', userId: 7, actorId: 7, bulkId: BULK_ID, total: 312 } as const;
    dispatch(pushReceived({ ...event, state: 'running', done: 290 }));
    expect(bulks().handled[BULK_ID]).toBe(290);
    dispatch(pushReceived({ ...event, state: 'done', done: 298 }));
    await clock.after(0);
    expect(bulks().bulks[BULK_ID]).toMatchObject({ state: 'done', done: 298 });
    expect(types().filter((type) => type === 'retried')).toHaveLength(1);
    expect(state().pendingBulks.bulks).toEqual([]);
    const ended = reads();
    await clock.after(60_000);
    expect(reads()).toBe(ended);
  });

  test.each([
    ['is found again after a reload', 7, 1],
    ['of another user is left alone', 8, 0],
  ])('%s', async (_name, ownerId, reads) => {
    const api = fakeApi().on('GET', BULK, ok({ bulk: aBulk() }));
    const { dispatch, bulks } = await start(api, { pendingBulks: { bulks: [{ id: BULK_ID, ownerId }] } });
    dispatch(chatJoined());
    await clock.after(0);
    expect(api.callsOf('GET', BULK)).toHaveLength(reads);
    expect(bulks().shown).toEqual(reads > 0 ? [BULK_ID] : []);
  });

  test('that the server no longer has is forgotten; without a response it is asked for again', async () => {
    const api = fakeApi().on('GET', BULK, noAnswer());
    const { state } = await start(api, { pendingBulks: { bulks: [{ id: BULK_ID, ownerId: 7 }] } });
    await clock.after(2000);
    expect(state().pendingBulks.bulks).toHaveLength(1);
    api.on('GET', BULK, anApiError(404, 'error.not_found'));
    await clock.after(2000);
    expect(state().pendingBulks.bulks).toEqual([]);
  });

  test.each([
    ['own', 7, [BULK_ID]],
    ['of a colleague', 9, []],
  ])('that began elsewhere: %s', async (_name, actorId, shown) => {
    const api = fakeApi().on('GET', BULK, ok({ bulk: aRunningBulk() }));
    const { dispatch, bulks } = await start(api);
    const event = {
      type: 'bulk',
      userId: 7,
      actorId,
      bulkId: BULK_ID,
      state: 'running',
      done: 10,
      total: 312,
    } as const;
    dispatch(pushReceived(event));
    await clock.after(0);
    expect(bulks().shown).toEqual(shown);
  });

  test('that still runs is found among the recent ones and followed to its end', async () => {
    const api = fakeApi()
      .on('GET', BULKS, ok([aRunningBulk()]))
      .on('GET', BULK, ok({ bulk: aRunningBulk() }));
    const { dispatch, bulks, state } = await start(api);
    dispatch(recentRequested());
    await clock.after(0);
    expect(bulks().bulks[BULK_ID]).toMatchObject({ state: 'running' });
    api.on('GET', BULK, ok({ bulk: aBulk() }));
    await clock.after(2000);
    expect(bulks()).toMatchObject({ bulks: { [BULK_ID]: { state: 'done' } }, shown: [] });
    expect(state().pendingBulks.bulks).toEqual([]);
  });

  test('that closed a job is followed', async () => {
    const { dispatch, bulks } = await start(fakeApi().on('GET', BULK, ok({ bulk: aRunningBulk() })));
    const saved = { id: 7, status: 'closed', lackedCredit: false } as const;
    dispatch(jobSaved({ isLate: false, saved, job: aJob(), draftKey: 'a', bulkId: BULK_ID }));
    await clock.after(0);
    expect(bulks().shown).toEqual([BULK_ID]);
  });

  test('is undone by another one, which takes its place', async () => {
    const id = 'b'.repeat(32);
    const api = fakeApi()
      .on('POST', BULKS, ok({ bulk: aBulk() }))
      .on('POST', `${BULK}/undo`, ok({ bulk: aBulk({ id, undoOf: BULK_ID }) }));
    const { dispatch, bulks, types } = await start(api);
    withList(dispatch);
    dispatch(bulkRequested(BODY));
    await clock.after(0);
    dispatch(undoRequested({ bulkId: BULK_ID }));
    await clock.after(0);
    expect(bulks()).toMatchObject({ shown: [id], bulks: { [BULK_ID]: { undoneBy: id } }, undos: {} });
    expect(types().filter((type) => type === 'retried')).toHaveLength(2);
  });

  test('a refused undo says why', async () => {
    const api = fakeApi().on('POST', `${BULK}/undo`, anApiError(409, 'bulk.not_undoable'));
    const { dispatch, bulks, notices } = await start(api);
    dispatch(undoRequested({ bulkId: BULK_ID }));
    await clock.after(0);
    expect(bulks().undos[BULK_ID]).toMatchObject({ status: 'failed' });
    expect(notices).toEqual([
      { id: 'bulk.undoFailed', failure: { kind: 'conflict', key: 'bulk.not_undoable' }, kind: 'error' },
    ]);
  });

  test('a late preview of another request is ignored', async () => {
    const preview = { matches: 2, ready: 2, skips: [], samples: [] };
    const { dispatch, bulks } = await start(fakeApi().on('POST', `${BULKS}/preview`, ok({ preview })));
    dispatch(previewRequested({ action: 'decline', ids: [1, 2] }));
    await clock.after(0);
    expect(bulks().preview).toEqual({ status: 'loaded', data: preview });
    dispatch(previewRequested.loaded({ ...preview, ready: 1 }, { action: 'decline', ids: [3] }));
    expect(bulks().preview).toMatchObject({ data: { ready: 2 } });
  });

  test('signing out forgets everything', async () => {
    const { dispatch, state } = await start(fakeApi().on('POST', BULKS, ok({ bulk: aRunningBulk() })));
    dispatch(bulkRequested(BODY));
    await clock.after(0);
    dispatch(loggedOut());
    expect(state().pendingBulks.bulks).toEqual([]);
    expect(state().bulks.shown).toEqual([]);
  });
});
