import type { ApplicationRow } from '../../../../contract/schemas/applications';
import {
  emptyFilters,
  listOpened,
  PAGE_SIZE,
  selectApplication,
  selectApplications,
  shortlistChanged,
  shortlistFailed,
  type ApplicationsQuery,
} from '../../../../src/domains/applications';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import {
  carriedReason,
  changeRequested,
  declineRequested,
  decisionsSaga,
  lastDecision,
  mayStayUntold,
  questionClosed,
  reopenRequested,
  selectQuestion,
  shortlistRequested,
} from '../../../../src/domains/decisions';
import { toFailure } from '../../../../src/domains/kit/failure';
import { ApiError } from '../../../../src/lib/http';
import { allDomains } from '../../../../src/store/allDomains';
import { anApiError, anApplication, applicationRows, aUser, noAnswer } from '../../../support/builders';
import { declinedIds, declinedRow, withDecisions } from '../../../support/decisions';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { withKeptAnswer } from '../../../support/fakePorts';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const DECLINE = '/job/application/:id/decline';
const DECLINED = 'application.declined';
const user = aUser();

/** Starts with a list of the applications 105 to 101 of a job with 20 others. */
const run = async (
  api: FakeApi = withDecisions(fakeApi()),
  tab: ApplicationsQuery['tab'] = 'all',
  rows?: ApplicationRow[],
) => {
  const world = runWatcher(decisionsSaga, { api, state: aSignedInState(user) });
  const query: ApplicationsQuery = { tab, jobId: 11, filters: emptyFilters };
  world.dispatch(listOpened({ query, page: 1 }));
  world.dispatch(applicationsActions.listLoaded({ query, rows: rows ?? applicationRows(105, 101), next: null }));
  world.dispatch(applicationsActions.countsLoaded({ query, filtered: 5, total: 25 }));
  const list = () => selectApplications(world.state());
  const ids = () => list().items.map(({ id }) => id);
  const last = () => {
    const decision = lastDecision.select(world.state());
    return decision && { ...decision, row: selectApplication(decision.applicationId)(world.state()) };
  };
  const counts = () => {
    const { counts: shown } = list();
    return shown.status === 'loaded' ? shown.data : shown.status;
  };
  const decide = async (event: Parameters<typeof world.dispatch>[0]) => {
    world.dispatch(event);
    await settle();
  };
  return { ...world, list, ids, last, counts, decide };
};

const hasAppointment = () =>
  new ApiError({
    status: 409,
    key: 'application.has_appointment',
    payload: { appointment: { id: 7, startAt: '2026-11-24 10:00:00', reach: 'sms' } },
  });

describe('declining', () => {
  test('the row leaves at the answer, not before, and is the last decision', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { last, ids, counts, decide, state } = await run(fakeApi().on('PUT', DECLINE, () => answer.promise));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(ids()).toEqual([105, 104, 103, 102, 101]);
    expect(state().decisions.decline[103]).toEqual({ status: 'loading' });
    answer.resolve(ok({ application: declinedRow({ id: 103 }) }));
    await settle();
    expect(ids()).toEqual([105, 104, 102, 101]);
    expect(counts()).toEqual({ filtered: 4, total: 24 });
    expect(state().decisions.decline[103]).toMatchObject({ status: 'loaded' });
    expect(last()).toMatchObject({
      row: { id: 103, decision: { tellAt: '2026-11-23T11:30:00.000Z' } },
      kind: 'declined',
    });
  });

  test('undo returns the row to its place among the rows that are left', async () => {
    const { ids, counts, decide, last } = await run();
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 105 }));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    await decide(reopenRequested({ applicationId: 103 }));
    expect(ids()).toEqual([104, 103, 102, 101]);
    expect(counts()).toEqual({ filtered: 4, total: 24 });
    expect(last()).toMatchObject({ row: { id: 103 }, kind: 'reopened', wasTold: false });
  });

  test('undo after the list changed inserts no row', async () => {
    const { ids, decide, dispatch } = await run();
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 105 }));
    const query: ApplicationsQuery = { tab: 'all', jobId: 12, filters: emptyFilters };
    dispatch(listOpened({ query, page: 1 }));
    dispatch(applicationsActions.listLoaded({ query, rows: applicationRows(3, 1), next: null }));
    await decide(reopenRequested({ applicationId: 105 }));
    expect(ids()).toEqual([3, 2, 1]);
  });

  test.each([
    ['another reason', changeRequested({ applicationId: 90, options: { reason: 'hours' } })],
    ['a colleague’s decision', shortlistFailed({ id: 102, failure: toFailure(anApiError(409, DECLINED)) })],
  ])('%s is no decision of the user: the undo still finds the old place', async (_what, event) => {
    const api = withDecisions(fakeApi()).on('GET', '/search/application/:id', (_call, { id }) =>
      ok({ application: declinedRow({ id: Number(id) }) }),
    );
    const { ids, counts, decide, list } = await run(api);
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    await decide(event);
    expect(list().left).toMatchObject({ id: 103, index: 2 });
    await decide(reopenRequested({ applicationId: 103 }));
    expect(ids()).toEqual([105, 104, 103, 102, 101]);
    expect(counts()).toEqual({ filtered: 5, total: 25 });
  });

  test('a row that is declined while other filters load has no place in their list', async () => {
    const { ids, decide, dispatch, list } = await run();
    const query: ApplicationsQuery = { tab: 'all', jobId: 11, filters: { ...emptyFilters, gender: 'female' } };
    dispatch(listOpened({ query, page: 1 }));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(ids()).toEqual([105, 104, 102, 101]);
    expect(list().left).toBeNull();
    dispatch(applicationsActions.listLoaded({ query, rows: applicationRows(3, 1), next: null }));
    await decide(reopenRequested({ applicationId: 103 }));
    expect(ids()).toEqual([3, 2, 1]);
  });

  test('a reopened row leaves the list of declined ones', async () => {
    const rows = [declinedRow({ id: 105 }), declinedRow({ id: 104 })];
    const { ids, decide } = await run(withDecisions(fakeApi()), 'declined', rows);
    await decide(changeRequested({ applicationId: 105, options: { tell: 'now' } }));
    expect(ids()).toEqual([105, 104]);
    await decide(reopenRequested({ applicationId: 105 }));
    expect(ids()).toEqual([104]);
  });

  test('says that the applicant already knew', async () => {
    const api = fakeApi().on('DELETE', DECLINE, ok({ application: anApplication({ id: 103 }), wasTold: true }));
    const { last, decide } = await run(api);
    await decide(reopenRequested({ applicationId: 103 }));
    expect(last()).toMatchObject({ row: { id: 103 }, kind: 'reopened', wasTold: true });
  });
});

describe('a numbered page', () => {
  const numbered = async () => {
    const rows = applicationRows(125, 101);
    const api = withDecisions(fakeApi());
    const world = runWatcher(allDomains.saga, { api, state: aSignedInState(user) });
    const query: ApplicationsQuery = { tab: 'all', jobId: 11, filters: emptyFilters, onlyPage: 1 };
    api.on('GET', '/search/application/all', ({ query: asked }) => {
      const { before = Infinity, limit } = asked as { before?: number; limit: number };
      const declined = new Set(declinedIds(api));
      const left = rows.filter(({ id }) => !declined.has(id));
      return limit === 0 ? ok([], { total: left.length }) : ok(left.filter(({ id }) => id < before).slice(0, limit));
    });
    world.dispatch(listOpened({ query, page: 1 }));
    await settle();
    const ids = () => selectApplications(world.state()).items.map(({ id }) => id);
    return { ...world, api, ids };
  };

  test('stays full while its rows are declined, so that the next page skips nobody', async () => {
    const { api, dispatch, ids, state } = await numbered();
    for (let id = 125; id > 113; id -= 1) {
      dispatch(declineRequested({ name: 'Ayşe Yılmaz', applicationId: id }));
      await settle();
    }
    expect(ids()).toEqual([113, 112, 111, 110, 109, 108, 107, 106, 105, 104]);
    expect(ids()).toHaveLength(PAGE_SIZE);
    expect(selectApplications(state()).prefetched.map(({ id }) => id)).toEqual([103, 102, 101]);
    // One call reads several rows ahead.
    expect(api.callsOf('GET', '/search/application/all').filter(({ query }) => query?.limit === 10)).toHaveLength(3);
  });

  test('an undo returns the last row to the prefetched ones', async () => {
    const { dispatch, ids, state } = await numbered();
    dispatch(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 120 }));
    await settle();
    dispatch(reopenRequested({ applicationId: 120 }));
    await settle();
    expect(ids()).toEqual([125, 124, 123, 122, 121, 120, 119, 118, 117, 116]);
    expect(selectApplications(state()).prefetched[0]?.id).toBe(115);
  });
});

describe('an open appointment', () => {
  test('is a question with its time, not an error; the answer cancels the appointment', async () => {
    const api = withDecisions(fakeApi()).on('PUT', DECLINE, hasAppointment);
    const { last, decide, state, notices, ids, types } = await run(api);
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(state().decisions.questions).toEqual([
      { applicationId: 103, name: 'Ayşe Yılmaz', startAt: '2026-11-24 10:00:00', reach: 'sms' },
    ]);
    expect(ids()).toContain(103);
    expect(notices).toEqual([]);
    withDecisions(api);
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103, options: { cancelAppointment: true } }));
    expect(state().decisions.questions).toEqual([]);
    expect(api.calls.at(-1)?.body).toEqual({ cancelAppointment: true, isNew: true });
    expect(ids()).not.toContain(103);
    expect(last()).toMatchObject({ kind: 'declined', cancelledAppointment: true });
    await decide(reopenRequested({ applicationId: 103 }));
    expect(last()).toMatchObject({ kind: 'reopened', cancelledAppointment: true });
    expect(types()).toEqual(expect.arrayContaining(['appointmentChanged', 'detailChanged']));
  });
});

test('the other application of the person is declined as a duplicate; the last decision stays until the answer', async () => {
  const answer = deferred<ReturnType<typeof ok>>();
  const { api, decide, last } = await run();
  await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
  api.on('PUT', DECLINE, () => answer.promise);
  const other = { name: 'Ayşe Yılmaz', applicationId: 90, options: { reason: 'duplicate' as const }, isOther: true };
  await decide(declineRequested(other));
  expect(last()).toMatchObject({ row: { id: 103 }, kind: 'declined' });
  answer.resolve(ok({ application: declinedRow({ id: 90 }) }));
  await settle();
  expect(api.calls.at(-1)?.body).toEqual({ reason: 'duplicate', isNew: true });
  expect(last()).toMatchObject({ row: { id: 90 }, kind: 'declined', isOther: true });
  await decide(reopenRequested({ applicationId: 90 }));
  expect(api.callsOf('DELETE', DECLINE).map(({ path }) => path)).toEqual(['/job/application/90/decline']);
  expect(last()).toMatchObject({ row: { id: 90 }, kind: 'reopened' });
});

test('the other application’s open interview is a question that keeps the reason', async () => {
  const { last, api, decide, state } = await run();
  await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
  api.on('PUT', DECLINE, hasAppointment);
  const other = { name: 'Ayşe Yılmaz', applicationId: 90, options: { reason: 'duplicate' as const }, isOther: true };
  await decide(declineRequested(other));
  expect(selectQuestion(state())).toEqual({ ...other, startAt: '2026-11-24 10:00:00', reach: 'sms' });
  expect(last()).toMatchObject({ row: { id: 103 } });
});

test('two refused declines are two questions, one after the other', async () => {
  const { decide, state } = await run(withDecisions(fakeApi()).on('PUT', DECLINE, hasAppointment));
  await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
  await decide(declineRequested({ name: 'Ece Kaya', applicationId: 102 }));
  expect(selectQuestion(state())).toMatchObject({ applicationId: 103, name: 'Ayşe Yılmaz' });
  await decide(questionClosed({ applicationId: 103 }));
  expect(selectQuestion(state())).toMatchObject({ applicationId: 102, name: 'Ece Kaya' });
});

test('until the answer to a decision no other decision can be undone', async () => {
  const { decide, last } = await run();
  await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
  await decide(shortlistRequested({ applicationId: 102 }));
  expect(last()).toBeNull();
  await decide(shortlistChanged(anApplication({ id: 102, isShortListed: true })));
  expect(last()).toMatchObject({ row: { id: 102 }, kind: 'shortlisted' });
});

describe('reasons', () => {
  test('the reason that the user chose last goes with the next decline; another user starts without', async () => {
    const api = withDecisions(fakeApi());
    const { decide, state } = await run(api);
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(api.calls.at(-1)?.body).toEqual({ isNew: true });
    await decide(changeRequested({ applicationId: 103, options: { reason: 'too_far' } }));
    expect(state().preferences.declineReasons).toEqual({ [user.id]: 'too_far' });
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 102 }));
    expect(api.calls.at(-1)?.body).toEqual({ reason: 'too_far', isNew: true });
    await decide(changeRequested({ applicationId: 102, options: { reason: null } }));
    expect(state().preferences.declineReasons).toEqual({});
  });

  test('taking a decline back also forgets its reason', async () => {
    const { decide, state } = await run(withDecisions(fakeApi()));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    await decide(changeRequested({ applicationId: 103, options: { reason: 'too_far' } }));
    await decide(reopenRequested({ applicationId: 103 }));
    expect(state().preferences.declineReasons).toEqual({});
  });

  test.each([
    [undefined, null],
    ['position_filled', 'position_filled'],
    ['did_not_come', 'did_not_come'],
    ['other', null],
    ['duplicate', null],
    ['spam', null],
  ] as const)('carries %s on as %s', (last, expected) => {
    expect(carriedReason(last)).toBe(expected);
  });

  test.each([
    ['spam', true],
    ['duplicate', true],
    ['other', false],
    [null, false],
  ] as const)('%s may stay untold: %s', (reason, expected) => {
    expect(mayStayUntold(reason)).toBe(expected);
  });
});

describe('failures', () => {
  test.each([
    ['the server failed', anApiError(500), 'unknown', 'error.unknown_error', false],
    ['the worker withdrew', anApiError(409, 'application.withdrawn'), 'conflict', 'application.withdrawn', true],
    ['the data was erased', anApiError(409, 'application.erased'), 'conflict', 'application.erased', true],
    ['the offer is accepted', anApiError(409, 'application.ended'), 'conflict', 'application.ended', true],
  ])('%s: the row stays and a notice says why', async (_why, error, kind, key, reloads) => {
    const { last, decide, ids, notices, state, types } = await run(fakeApi().on('PUT', DECLINE, error));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(ids()).toContain(103);
    expect(state().decisions.decline[103]).toMatchObject({ status: 'failed' });
    expect(last()).toBeNull();
    expect(notices).toEqual([
      { id: 'decisions.decline.failed', kind: 'error', failure: { kind, key }, values: { name: expect.any(String) } },
    ]);
    expect(types().includes('detailChanged')).toBe(reloads);
  });

  test('declined meanwhile, without an answer about it: nothing from this device takes its place', async () => {
    const api = fakeApi()
      .on('PUT', DECLINE, anApiError(409, DECLINED))
      .on('GET', '/search/application/:id', noAnswer());
    const { decide, notices, ports } = await run(api);
    withKeptAnswer(ports, ok({ application: anApplication({ id: 103 }) }));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(notices).toEqual([expect.objectContaining({ id: 'decisions.decline.failed', kind: 'error' })]);
  });

  test('a colleague declined meanwhile: the decline changes nothing, and a notice says who it was', async () => {
    const api = fakeApi()
      .on('PUT', DECLINE, anApiError(409, DECLINED))
      .on('GET', '/search/application/:id', ok({ application: declinedRow({ id: 103 }, { reason: 'spam' }) }));
    const { decide, list, notices, last } = await run(api);
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(list().items.find(({ id }) => id === 103)).toMatchObject({ decision: { reason: 'spam' } });
    expect(last()).toBeNull();
    const values = { name: 'Deniz Arslan', applicant: 'Ayşe Yılmaz' };
    expect(notices).toEqual([{ id: 'applications.shortlist.declined', kind: 'error', values }]);
  });

  test('the first answer was lost: the second press shows the own decision, with its undo', async () => {
    const declined = declinedRow({ id: 103 }, { by: `${user.firstName} ${user.lastName}` });
    const api = fakeApi()
      .on('PUT', DECLINE, anApiError(409, DECLINED))
      .on('GET', '/search/application/:id', ok({ application: declined }));
    const { decide, notices, last } = await run(api);
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(last()).toMatchObject({ row: { id: 103 }, kind: 'declined' });
    expect(notices).toEqual([]);
  });

  test('a colleague declined meanwhile, and the server no longer answers: the notice says why', async () => {
    const api = fakeApi().on('PUT', DECLINE, anApiError(409, DECLINED));
    const { decide, notices } = await run(api.on('GET', '/search/application/:id', noAnswer()));
    await decide(declineRequested({ name: 'Ayşe Yılmaz', applicationId: 103 }));
    expect(notices).toMatchObject([{ id: 'decisions.decline.failed', failure: { key: DECLINED } }]);
  });

  test.each([
    ['change', changeRequested({ applicationId: 103, options: { tell: 'now' } }), 'PUT'],
    ['reopen', reopenRequested({ applicationId: 103 }), 'DELETE'],
  ] as const)('%s', async (operation, event, method) => {
    const { decide, notices, state } = await run(fakeApi().on(method, DECLINE, anApiError(500)));
    await decide(event);
    expect(state().decisions[operation][103]).toMatchObject({ status: 'failed' });
    expect(notices).toMatchObject([{ id: `decisions.${operation}.failed` }]);
  });
});
