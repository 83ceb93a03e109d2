import { all, fork, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { holidaysRequested, workerFormRequested } from '../reference';
import { port, read, type Step } from '../kit/effects';
import type { Page } from '../kit/pagedList';
import { pageBefore, pagedListSaga, watchPagedList } from '../kit/pagedListSaga';
import type { Ports } from '../kit/ports';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getApplicationCounts, getApplications, getRejectedCount, putSeen, putShortlist } from './api';
import { watchApplicant } from './detailSaga';
import { watchHistory } from './historySaga';
import { limitFor, PAGE, pagesOf, type ApplicationsQuery } from './rules';
import { selectApplications } from './selectors';
import {
  applicationsActions,
  countsRequested,
  endReached,
  listLeft,
  listOpened,
  retried,
  seenRequested,
  shortlistChanged,
  shortlistFailed,
  shortlistToggled,
} from './slice';

/** Rows of a further call: five pages of the address. */
const MORE = 50;

/**
 * Pages 1 to the one that the address names: in one call up to the server's limit, and from there on before the last id, so
 * that no row is repeated or left out. A list that shows one numbered page does not go on.
 */
const firstRows = async (
  api: Ports['api'],
  { query, wanted }: { query: ApplicationsQuery; wanted: number },
  signal: AbortSignal,
): Promise<Page<ApplicationRow>> => {
  const { only } = query;
  if (only !== undefined)
    return { rows: await getApplications(api, query, { limit: PAGE, page: only }, signal), next: null };
  const rows: ApplicationRow[] = [];
  for (;;) {
    const limit = limitFor((wanted - rows.length) / PAGE);
    const before = rows.at(-1)?.id;
    const page = pageBefore(await getApplications(api, query, { limit, ...(before && { before }) }, signal), limit);
    rows.push(...page.rows);
    if (page.next === null || rows.length >= wanted) return { rows, next: page.next };
  }
};

const list = pagedListSaga({
  select: selectApplications,
  actions: applicationsActions,
  first: firstRows,
  more: async (api, { query, next }, signal) =>
    pageBefore(await getApplications(api, query, { limit: MORE, before: next }, signal), MORE),
});

function* loadList(): Step<void> {
  yield put(countsRequested());
  yield* list.loadList();
}

/** The list needs to know the holidays (working time) and which filters are asked in this country. */
function* prepare(): Step<void> {
  yield put(holidaysRequested());
  yield put(workerFormRequested());
  const { query, rejected } = yield* read(selectApplications);
  if (rejected.status === 'init') yield* loadRejected(query);
}

function* loadRejected(query: ApplicationsQuery): Step<void> {
  yield* request({
    send: (api, signal) => getRejectedCount(api, query.jobId, signal),
    onLoaded: (count) => applicationsActions.rejectedLoaded({ query, count }),
    onFailed: (failure) => applicationsActions.rejectedFailed({ query, failure }),
  });
}

function* loadCounts(): Step<void> {
  const { query } = yield* read(selectApplications);
  yield* request({
    send: (api, signal) => getApplicationCounts(api, query, signal),
    onLoaded: (counts) => applicationsActions.countsLoaded({ query, ...counts }),
    onFailed: (failure) => applicationsActions.countsFailed({ query, failure }),
  });
}

/** A toggle that the lost session refused is sent once the same user is back. */
function* changeShortlist({ payload }: ReturnType<typeof shortlistToggled>): Step<void> {
  const outcome = yield* request({
    send: (api) => putShortlist(api, payload),
    onLoaded: shortlistChanged,
    onFailed: (failure) => shortlistFailed({ id: payload.id, failure }),
  });
  if (outcome.ok) return;
  const notify = yield* port('notify');
  notify({ id: 'applications.shortlist.failed', kind: 'error' });
}

/** A failure is ignored: the mark matters to nobody else. Spec 2, point 4. */
function* markSeen({ payload: { id } }: ReturnType<typeof seenRequested>): Step<void> {
  yield* submit({
    send: (api) => putSeen(api, id),
    onLoaded: applicationsActions.seenChanged,
    onFailed: (failure) => applicationsActions.seenFailed({ id, failure }),
  });
}

function* reopen(): Step<void> {
  const { query, items } = yield* read(selectApplications);
  yield put(listOpened({ query, page: pagesOf(items.length) }));
}

/** The lists of applications and what is done from them. */
export function* applicationsSaga(): Step<void> {
  yield all([
    fork(watchApplicant),
    fork(watchHistory),
    ...watchPagedList({ ...list, loadList, opened: listOpened, endReached, left: listLeft }),
    takeLatest(listOpened, safely(prepare)),
    takeLatest(countsRequested, safely(loadCounts)),
    takeLatest(retried, safely(reopen)),
    takeEvery(shortlistToggled, safely(changeShortlist)),
    takeEvery(seenRequested, safely(markSeen)),
  ]);
}
