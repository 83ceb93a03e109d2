import {
  preloadRequested,
  applicantLeft,
  applicantOpened,
  applicantSaga,
  applicationsSaga,
  commentSubmitted,
  detailChanged,
  emptyFilters,
  listOpened,
  selectApplicant,
  selectApplications,
  selectDetailOf,
} from '../../../../src/domains/applications';
import { sessionResumed } from '../../../../src/domains/session';
import { aComment, anApplicant } from '../../../support/applicantBuilder';
import { anApiError, anApplication, applicationRows, aUser } from '../../../support/builders';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aSignedInState, runWatcher, together } from '../../../support/testStore';

const DETAIL = '/search/application/:id';
const SEEN = '/job/application/:id/mark-as-seen';
const COMMENT = '/job/application-comment';

/** Fakes a server that knows every application, none of them seen. */
const server = () =>
  fakeApi()
    .on('GET', DETAIL, (_call, { id }) => ok({ application: anApplicant({ id: Number(id), isSeen: false }) }))
    .on('PUT', SEEN, (_call, { id }) => ok({ application: anApplication({ id: Number(id), isSeen: true }) }))
    .on('GET', '/search/application/all', ok(applicationRows(109, 100), { total: 10 }));

const run = async (api: FakeApi = server(), opened: number | null = 101) => {
  const state = aSignedInState(aUser({ firstName: 'Deniz', lastName: 'Kaya' }));
  const world = runWatcher(together(applicationsSaga, applicantSaga), { api, state });
  if (opened !== null) world.dispatch(applicantOpened({ applicationId: opened }));
  await settle();
  const applicant = () => selectApplicant(world.state());
  const detail = () => {
    const { detail: load } = applicant();
    return load.status === 'loaded' ? load.data : null;
  };
  return { ...world, applicant, detail };
};

describe('opening an applicant', () => {
  test('loads the applicant and marks the application as seen, here and in the list', async () => {
    const { api, dispatch, detail, state } = await run(server(), null);
    dispatch(listOpened({ query: { tab: 'all', jobId: null, filters: emptyFilters }, page: 1 }));
    await settle();
    dispatch(applicantOpened({ applicationId: 101 }));
    await settle();
    expect(detail()?.isSeen).toBe(true);
    expect(selectApplications(state()).items.find(({ id }) => id === 101)?.isSeen).toBe(true);
    expect(api.callsOf('PUT', SEEN)).toHaveLength(1);
  });

  test('marks an application as seen once and does not retry a failure', async () => {
    const { api, dispatch, detail } = await run(server().on('PUT', SEEN, anApiError(500)));
    dispatch(applicantLeft());
    dispatch(applicantOpened({ applicationId: 101 }));
    await settle();
    expect(detail()?.isSeen).toBe(false);
    expect(api.callsOf('PUT', SEEN)).toHaveLength(1);
  });

  test('shows the application as seen at once and reverts it when the server fails', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { dispatch, detail, state, notices } = await run(
      server().on('PUT', SEEN, () => answer.promise),
      null,
    );
    dispatch(listOpened({ query: { tab: 'all', jobId: null, filters: emptyFilters }, page: 1 }));
    await settle();
    const row = () => selectApplications(state()).items.find(({ id }) => id === 101);
    const before = row()?.isSeen;
    dispatch(applicantOpened({ applicationId: 101 }));
    await settle();
    expect([detail()?.isSeen, row()?.isSeen]).toEqual([true, true]);
    answer.reject(anApiError(500));
    await settle();
    expect([detail()?.isSeen, row()?.isSeen]).toEqual([false, before]);
    // The failure stays silent: docs/PRODUCT.md#seen.
    expect(notices).toEqual([]);
  });

  test('does not mark a seen application again', async () => {
    const { api } = await run(server().on('GET', DETAIL, ok({ application: anApplicant() })));
    expect(api.callsOf('PUT', SEEN)).toHaveLength(0);
  });

  test('ignores a late reply for another applicant', async () => {
    const late = deferred<ReturnType<typeof ok>>();
    const { dispatch, detail } = await run(
      server().on('GET', DETAIL, (_call, { id }) =>
        id === '101' ? late.promise : ok({ application: anApplicant({ id: Number(id) }) }),
      ),
    );
    dispatch(applicantOpened({ applicationId: 102 }));
    await settle();
    late.resolve(ok({ application: anApplicant({ id: 101 }) }));
    await settle();
    expect(detail()?.id).toBe(102);
  });

  test('sends a read again after a new sign-in when a lost session refused it', async () => {
    const api = server().on('GET', DETAIL, anApiError(401, 'error.unauthorized'));
    const { dispatch, applicant, detail } = await run(api);
    expect(applicant().detail.status).toBe('loading');
    api.on('GET', DETAIL, ok({ application: anApplicant({ id: 101 }) }));
    dispatch(sessionResumed({ user: aUser(), accessToken: 'token-2' }));
    await settle();
    expect(detail()?.id).toBe(101);
  });
});

describe('prefetching', () => {
  test('shows the next applicant at once and marks the application only when it opens', async () => {
    const { api, dispatch, detail } = await run();
    dispatch(preloadRequested({ applicationId: 100 }));
    await settle();
    expect(api.callsOf('PUT', SEEN)).toHaveLength(1);
    dispatch(applicantOpened({ applicationId: 100 }));
    expect(detail()?.id).toBe(100);
    await settle();
    expect(api.callsOf('PUT', SEEN)).toHaveLength(2);
  });

  test('knows an applicant who was preloaded before they open, and no other', async () => {
    const { dispatch, state } = await run();
    dispatch(preloadRequested({ applicationId: 100 }));
    await settle();
    expect(selectDetailOf(100)(state())).toMatchObject({ status: 'loaded', data: { id: 100 } });
    expect(selectDetailOf(100)(state())).toBe(selectDetailOf(100)(state()));
    expect(selectDetailOf(99)(state()).status).toBe('loading');
  });

  test('knows one of four who were read before as long as they are open', async () => {
    const { dispatch, state } = await run();
    dispatch(preloadRequested({ applicationId: 100 }));
    for (const applicationId of [99, 98, 97]) dispatch(preloadRequested({ applicationId }));
    await settle();
    expect(selectDetailOf(100)(state()).status).toBe('loaded');
    dispatch(applicantOpened({ applicationId: 100 }));
    expect(selectDetailOf(100)(state()).status).toBe('loaded');
  });

  test('preloads two applicants at once', async () => {
    const { dispatch, applicant } = await run();
    dispatch(preloadRequested({ applicationId: 100 }));
    dispatch(preloadRequested({ applicationId: 99 }));
    await settle();
    expect(applicant().cached.map(({ id }) => id)).toEqual(expect.arrayContaining([100, 99]));
  });

  test('shows the previous applicant at once as well', async () => {
    const { dispatch, detail } = await run();
    dispatch(applicantOpened({ applicationId: 100 }));
    await settle();
    dispatch(applicantOpened({ applicationId: 101 }));
    expect(detail()?.id).toBe(101);
  });

  test('loads the same applicant once and keeps a failure silent', async () => {
    const { api, dispatch, notices } = await run();
    dispatch(preloadRequested({ applicationId: 100 }));
    await settle();
    dispatch(preloadRequested({ applicationId: 100 }));
    api.on('GET', '/search/application/99', anApiError(500));
    dispatch(preloadRequested({ applicationId: 99 }));
    await settle();
    expect(api.callsOf('GET', '/search/application/100')).toHaveLength(1);
    expect(notices).toEqual([]);
  });
});

test('shows a change at once and reloads; a failed reload keeps it unless the application is gone', async () => {
  const api = server();
  const { dispatch, detail, applicant } = await run(api);
  api.on('GET', DETAIL, anApiError(500));
  dispatch(detailChanged({ applicationId: 101, changes: { isAppointmentPositive: true } }));
  await settle();
  expect(detail()?.isAppointmentPositive).toBe(true);
  api.on('GET', DETAIL, anApiError(404, 'error.not_found'));
  dispatch(detailChanged({ applicationId: 101 }));
  await settle();
  expect(applicant().detail).toMatchObject({ status: 'failed', error: { kind: 'notFound' } });
});

describe('comments', () => {
  test('shows a comment before the server has saved it', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { dispatch, detail, applicant } = await run(server().on('POST', COMMENT, () => answer.promise));
    dispatch(commentSubmitted({ applicationId: 101, workerId: 501, message: 'Good' }));
    await settle();
    expect(detail()?.comments).toMatchObject([{ message: 'Good', author: 'Deniz Kaya' }]);
    expect(detail()?.comments[0]?.id).toBeLessThan(0);
    answer.resolve(ok({ comment: aComment({ id: 7, message: 'Good' }) }));
    await settle();
    expect(detail()?.comments).toMatchObject([{ id: 7, message: 'Good' }]);
    expect(applicant().comment.status).toBe('loaded');
  });

  test('removes a comment that the server refuses and reports it', async () => {
    const { dispatch, detail, applicant, notices } = await run(server().on('POST', COMMENT, anApiError(500)));
    dispatch(commentSubmitted({ applicationId: 101, workerId: 501, message: 'Good' }));
    await settle();
    expect(detail()?.comments).toEqual([]);
    expect(applicant().comment.status).toBe('failed');
    expect(notices).toMatchObject([{ id: 'applicant.comments.failed', kind: 'error' }]);
  });

  test('a slow one about somebody else neither swallows the next nor shows its outcome there', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { api, dispatch, applicant } = await run(server().on('POST', COMMENT, () => answer.promise));
    dispatch(commentSubmitted({ applicationId: 101, workerId: 501, message: 'Good' }));
    dispatch(applicantOpened({ applicationId: 102 }));
    await settle();
    answer.resolve(ok({ comment: aComment({ id: 7, message: 'Good' }) }));
    dispatch(commentSubmitted({ applicationId: 102, workerId: 502, message: 'Late' }));
    expect(api.callsOf('POST', COMMENT)).toHaveLength(2);
    dispatch(applicantOpened({ applicationId: 103 }));
    await settle();
    expect(applicant().comment.status).toBe('init');
  });
});

test('a numbered page takes one call and loads no further pages', async () => {
  const { api, dispatch, state } = await run(server(), null);
  dispatch(listOpened({ query: { tab: 'all', jobId: 7, filters: emptyFilters, onlyPage: 3 }, page: 1 }));
  await settle();
  const calls = api.callsOf('GET', '/search/application/all').filter(({ query }) => query?.limit !== 0);
  expect(calls.map(({ query }) => query)).toMatchObject([{ jobId: 7, limit: 10, page: 3 }]);
  expect(state().applications).toMatchObject({ next: null, list: { status: 'loaded' } });
});
