import {
  applicantOpened,
  applicantSaga,
  applicationsReducer,
  applicationsSaga,
  decisionChanged,
  detailChanged,
  emptyFilters,
  listOpened,
  rowRefreshed,
  selectApplicant,
  selectApplications,
  shortlistChanged,
} from '../../../../src/domains/applications';
import { applicantActions } from '../../../../src/domains/applications/applicantSlice';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import { lastDecision } from '../../../../src/domains/decisions';
import { loggedOut } from '../../../../src/domains/session';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApplication, applicationRows } from '../../../support/builders';
import { declinedRow } from '../../../support/decisions';
import { fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { runWatcher, together } from '../../../support/testStore';

const query = { tab: 'all', jobId: null, filters: emptyFilters } as const;
const row = anApplication({ id: 5, isShortListed: true });
const detail = anApplicationDetail({ id: 5, isShortListed: true });

type State = ReturnType<typeof applicationsReducer>;
const after = (events: Parameters<typeof applicationsReducer>[1][], state?: State) =>
  events.reduce(applicationsReducer, state ?? applicationsReducer(undefined, { type: 'start' }));
const flags = ({ known: all }: State) => [5, 6].map((id) => all[id]?.isShortListed);
const known = (isShortListed: boolean) =>
  after([
    rowRefreshed(anApplication({ id: 5, isShortListed })),
    rowRefreshed(anApplication({ id: 6, isShortListed: true })),
  ]);

test.each([
  ['a loaded list', applicationsActions.listLoaded({ query, rows: [row], next: null })],
  ['the next rows of a list', applicationsActions.moreLoaded({ query, rows: [row], next: null })],
  ['a confirmed change', shortlistChanged(row)],
  ['a loaded applicant', applicantActions.applicantLoaded(detail)],
])('%s sets whether the application is on the shortlist', (_name, action) =>
  expect(flags(after([listOpened({ query, page: 1 }), action], known(false)))).toEqual([true, true]),
);

test('a preloaded applicant sets it only for an application that is not known yet', () => {
  const preloaded = applicantActions.applicantPreloaded(detail);
  expect(flags(after([preloaded]))).toEqual([true, undefined]);
  expect(flags(after([preloaded], known(false)))).toEqual([false, true]);
});

test('a list that loads keeps a change that was confirmed meanwhile, until the list opens again', () => {
  const older = applicationsActions.listLoaded({ query, rows: [{ ...row, isShortListed: false }], next: null });
  const opened = listOpened({ query, page: 1 });
  const meanwhile = after([opened, shortlistChanged(row), older]);
  expect(flags(meanwhile)[0]).toBe(true);
  expect(flags(after([opened, older], meanwhile))[0]).toBe(false);
});

/** Opens the list of applications 3 to 1 and applicant 3; job 11 has the applications 8 and 7. */
const world = async () => {
  const api = fakeApi()
    .on('GET', '/search/application/:id', ok({ application: anApplicationDetail({ id: 3 }) }))
    .on('GET', '/search/application/all', ({ query: { limit, jobId } = {} }) => {
      if (limit === 0) return ok([], { total: 3 });
      return ok(jobId === 11 ? applicationRows(8, 7) : applicationRows(3, 1));
    });
  const run = runWatcher(together(applicationsSaga, applicantSaga), { api });
  const open = async (jobId: number | null) => {
    run.dispatch(listOpened({ query: { ...query, jobId }, page: 1 }));
    await settle();
  };
  await open(null);
  run.dispatch(applicantOpened({ applicationId: 3 }));
  await settle();
  return { ...run, open, ids: () => Object.keys(run.state().applications.known).map(Number) };
};

test('one change reaches the row and the open applicant, and keeps what only the applicant shows', async () => {
  const { dispatch, state } = await world();
  const declined = declinedRow({ id: 3 });
  dispatch(rowRefreshed(declined));
  const shown = selectApplicant(state()).detail;
  expect(selectApplications(state()).items[0]).toMatchObject({ id: 3, decision: declined.decision });
  expect(shown).toMatchObject({
    data: { decision: declined.decision, user: { phone: detail.user.phone }, comments: [] },
  });
  dispatch(detailChanged({ applicationId: 3, changes: { isAppointmentPositive: true } }));
  expect(selectApplications(state()).items[0]?.isAppointmentPositive).toBe(true);
});

test('one changed application changes one row; another event changes none', async () => {
  const { dispatch, state } = await world();
  const before = selectApplications(state()).items;
  dispatch(rowRefreshed(anApplication({ id: 90 })));
  expect(selectApplications(state()).items).toBe(before);
  dispatch(shortlistChanged(anApplication({ id: 2, isShortListed: true })));
  const now = selectApplications(state()).items;
  expect(now.map((one, at) => one === before[at])).toEqual([true, false, true]);
});

describe('applications that nothing uses', () => {
  test('are dropped with their list, but not the open applicant', async () => {
    const run = await world();
    await run.open(11);
    expect(run.ids()).toEqual([3, 7, 8]);
  });

  test('stay while the user can undo a decision about them', async () => {
    const run = await world();
    const open = { applicationId: 2, jobTitle: 'Barista', firstName: 'Ece', lastName: 'Kaya' };
    run.dispatch(decisionChanged({ ...declinedRow({ id: 1 }), otherWay: { by: 'page', open } }));
    run.dispatch(lastDecision.offer({ applicationId: 1, kind: 'declined' }));
    await run.open(11);
    // The undo bar offers to decline the other application too, so that one also stays.
    expect(run.ids()).toEqual([1, 2, 3, 7, 8]);
    run.dispatch(lastDecision.withdraw());
    await run.open(11);
    expect(run.ids()).toEqual([3, 7, 8]);
  });

  test('none is left after signing out', async () => {
    const run = await world();
    run.dispatch(lastDecision.offer({ applicationId: 1, kind: 'declined' }));
    run.dispatch(loggedOut());
    expect([run.ids(), run.state().undo]).toEqual([[], {}]);
  });
});
