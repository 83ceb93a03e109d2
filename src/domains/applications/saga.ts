import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { holidaysRequested, workerFormRequested } from '../reference';
import { callApi, notify, read, type Step, type Ports } from '../kit/effects';
import type { Page } from '../kit/pagedList';
import { pageBefore, pagedListSaga, startOrFirstPage, watchPagedList } from '../kit/pagedListSaga';
import { causeOf } from '../kit/failure';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { undoableApplications } from '../kit/undo';
import { getApplicationCounts, getApplications, getStages, putShortlist } from './api';
import { applicantLeft, applicantOpened, detailChanged } from './applicantSlice';
import type { ApplicationsQuery } from './query';
import { isSilent, newDecision, tryFirst } from './newDecision';
import { limitFor, PAGE_SIZE, pageCount } from './rules';
import { selectApplicant, selectApplication, selectApplications, selectKnownName } from './selectors';
import {
  prefetchRequested,
  applicationsActions,
  countsRequested,
  decisionChanged,
  endReached,
  listLeft,
  listOpened,
  retried,
  seenRequested,
  shortlistChanged,
  shortlistFailed,
  shortlistToggled,
} from './slice';

/** Returns where a numbered page starts. */
const startOf = ({ onlyPage, after }: ApplicationsQuery) =>
  after === undefined ? { page: onlyPage ?? 1 } : { before: after };

/** Rows of each further call: five pages of the address. */
const MORE_ROWS = 50;

/**
 * Loads so many rows from the first one. The first call loads up to the server's limit; later calls continue before the
 * last id, so that no row repeats or is missing.
 */
const firstRows = async (
  api: Ports['api'],
  query: ApplicationsQuery,
  rowsToLoad: number,
): Promise<Page<ApplicationRow>> => {
  const rows: ApplicationRow[] = [];
  for (;;) {
    const limit = limitFor((rowsToLoad - rows.length) / PAGE_SIZE);
    const before = rows.at(-1)?.id;
    const page = pageBefore(await getApplications(api, query, { limit, ...(before && { before }) }), limit);
    rows.push(...page.rows);
    if (page.next === null || rows.length >= rowsToLoad) return { rows, next: page.next };
  }
};

const list = pagedListSaga({
  select: selectApplications,
  actions: applicationsActions,
  // A list with one numbered page loads only that page, others all pages up to the one that the address names.
  first: async (api, { query, ...start }): Promise<Page<ApplicationRow>> => {
    if (query.onlyPage === undefined)
      return startOrFirstPage(api, (from, rows) => firstRows(from, query, rows), start, PAGE_SIZE);
    const rows = await getApplications(api, query, { limit: PAGE_SIZE, ...startOf(query) });
    return { rows, next: null };
  },
  more: async (api, { query, next }) =>
    pageBefore(await getApplications(api, query, { limit: MORE_ROWS, before: next }), MORE_ROWS),
});

function* loadList(): Step<void> {
  yield put(countsRequested());
  yield* list.loadList();
}

/** Loads the holidays for the remaining time and the filters of this country. */
function* loadSupportingData(): Step<void> {
  yield put(holidaysRequested());
  yield put(workerFormRequested());
  const { stages } = yield* read(selectApplications);
  // A load under way ends when the list opens again.
  if (stages.status === 'init' || stages.status === 'loading') yield* loadStages();
}

/** Counts the applications of the job that match the filters by stage. Loaded counts stay until the new ones. */
export function* loadStages(): Step<void> {
  const { query } = yield* read(selectApplications);
  yield put(applicationsActions.stagesRequested());
  yield* request({
    send: (api) => getStages(api, query),
    onLoaded: (stages) => applicationsActions.stagesLoaded({ query, stages }),
    onFailed: (failure) => applicationsActions.stagesFailed({ query, failure }),
  });
}

function* loadCounts(): Step<void> {
  const { query } = yield* read(selectApplications);
  yield* request({
    send: (api) => getApplicationCounts(api, query),
    onLoaded: (counts) => applicationsActions.countsLoaded({ query, ...counts }),
    onFailed: (failure) => applicationsActions.countsFailed({ query, failure }),
  });
}

/**
 * Saves a shortlist change. After a 401 it repeats the call once the same user has signed in again. A refusal because
 * of the job's status reloads the open application, which then says what is possible.
 */
function* changeShortlist({ payload }: ReturnType<typeof shortlistToggled>): Step<void> {
  const { id, isShortlisted } = payload;
  const decision = yield* newDecision(id, isShortlisted ? 'star' : 'unstar');
  if (!decision) return;
  const outcome = yield* tryFirst(decision, {
    send: (api) => putShortlist(api, decision),
    onLoaded: shortlistChanged,
    onFailed: (failure) => shortlistFailed({ id, failure }),
  });
  // The decisions say who declined it.
  if (outcome.ok || outcome.failure.key === ERROR_KEYS.applicationDeclined || isSilent(outcome.failure)) return;
  const { key } = outcome.failure;
  const isJobInactive = key === ERROR_KEYS.jobNotActive;
  // The page may show the next applicant already, so the notice names this one.
  const name = yield* read(selectKnownName(payload.id));
  yield* notify({
    id: isJobInactive ? 'applications.shortlist.jobInactive' : 'applications.shortlist.failed',
    values: { name },
    kind: 'error',
    ...(!isJobInactive && { failure: causeOf(outcome.failure) }),
  });
  if (isJobInactive || key === ERROR_KEYS.applicationWithdrawn) yield put(detailChanged({ applicationId: payload.id }));
}

/** Marks an application as seen. Shows no error, because only the mark is lost: docs/PRODUCT.md#seen. */
function* markSeen({ payload: { id } }: ReturnType<typeof seenRequested>): Step<void> {
  yield* submit({
    send: async (api) => (await api.call('PUT /job/application/:id/mark-as-seen', { params: { id } })).application,
    onLoaded: applicationsActions.seenChanged,
    onFailed: (failure) => applicationsActions.seenFailed({ id, failure }),
  });
}

/** Rows of a call for the next applicants, and the fewest that are known before the next call. */
const PREFETCHED_ROWS = 10;
const MIN_PREFETCHED = 3;

/**
 * Loads the rows after a numbered page before the user decides on its last one. Continues after the last known row, so
 * that decisions and new applications skip nobody.
 */
function* prefetch(): Step<void> {
  const { query, items, prefetched, counts, isCurrent } = yield* read(selectApplications);
  const { onlyPage, after } = query;
  if (onlyPage === undefined || !isCurrent || prefetched.length >= MIN_PREFETCHED) return;
  const known = (onlyPage - 1) * PAGE_SIZE + items.length + prefetched.length;
  // The number of a page that starts after an application says nothing about the rows before it.
  if (after === undefined && counts.status === 'loaded' && known >= counts.data.filtered) return;
  const before = (prefetched.at(-1) ?? items.at(-1))?.id;
  try {
    const rows = yield* callApi((api) =>
      getApplications(api, query, { limit: PREFETCHED_ROWS, ...(before ? { before } : startOf(query)) }),
    );
    yield put(applicationsActions.prefetchLoaded({ query, rows }));
  } catch {
    // The next page loads these rows again.
  }
}

/** Loads the list and its counts again; the rows stay meanwhile. */
function* reopen(): Step<void> {
  const { query, items } = yield* read(selectApplications);
  yield put(listOpened({ query, page: pageCount(items.length) }));
}

/** Drops the applications that no list, page or undo uses any more, so that a long session does not gather them. */
function* dropUnused(): Step<void> {
  const { applicationId, cached } = yield* read(selectApplicant);
  const undoable = yield* read(undoableApplications);
  const ids = [...cached.map(({ id }) => id), ...undoable];
  if (applicationId !== null) ids.push(applicationId);
  for (const id of undoable) {
    // The undo bar offers to decline the person's other application too, and needs its current state.
    const other = (yield* read(selectApplication(id)))?.otherWay?.open;
    if (other) ids.push(other.applicationId);
  }
  yield put(applicationsActions.unusedDropped({ ids }));
}

/** Keeps the list and its counts; `applicantSaga` does the rest. */
export function* applicationsSaga(): Step<void> {
  yield all([
    ...watchPagedList({ ...list, loadList, opened: listOpened, endReached, left: listLeft }),
    takeLatest(listOpened, safely(loadSupportingData)),
    takeLatest(countsRequested, safely(loadCounts)),
    takeLatest([prefetchRequested, decisionChanged], safely(prefetch)),
    takeLatest(retried, safely(reopen)),
    takeEvery(shortlistToggled, safely(changeShortlist)),
    takeEvery(seenRequested, safely(markSeen)),
    takeEvery([applicationsActions.listLoaded, applicantOpened, applicantLeft], safely(dropUnused)),
  ]);
}
