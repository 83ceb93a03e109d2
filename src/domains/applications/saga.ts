import { all, call, fork, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { holidaysRequested, workerFormRequested } from '../reference';
import { port, read, type Step } from '../kit/effects';
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

/** Pages 1 to `page`: in one call, and from the server's limit on by `before`, so that nothing is repeated or skipped. */
function* loadList({ payload: { query, page } }: ReturnType<typeof listOpened>): Step<void> {
  yield put(countsRequested());
  const { only } = query;
  const limit = only === undefined ? limitFor(page) : PAGE;
  yield* request({
    send: async (api, signal) => {
      const rows = await getApplications(api, query, { limit, ...(only !== undefined && { page: only }) }, signal);
      // The list of a numbered page does not go on by itself.
      if (only !== undefined) return { rows, isFull: false };
      let isFull = rows.length === limit;
      while (isFull && rows.length < page * PAGE) {
        const rest = limitFor(page - rows.length / PAGE);
        const older = await getApplications(api, query, { limit: rest, before: rows.at(-1)?.id }, signal);
        rows.push(...older);
        isFull = older.length === rest;
      }
      return { rows, isFull };
    },
    onLoaded: ({ rows, isFull }) => applicationsActions.listLoaded({ query, rows, isFull }),
    onFailed: (failure) => applicationsActions.listFailed({ query, failure }),
  });
}

function* loadListWhileOpen(opened: ReturnType<typeof listOpened>): Step<void> {
  yield race([call(loadList, opened), take(listLeft)]);
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

function* loadMore(): Step<void> {
  const { query, items, list, hasMore } = yield* read(selectApplications);
  if (!hasMore || list.status !== 'loaded') return;
  yield put(applicationsActions.moreRequested());
  yield* request({
    send: (api, signal) => getApplications(api, query, { limit: MORE, before: items.at(-1)?.id }, signal),
    onLoaded: (rows) => applicationsActions.moreLoaded({ query, rows, isFull: rows.length === MORE }),
    onFailed: (failure) => applicationsActions.moreFailed({ query, failure }),
  });
}

/** A page of a list that was left or opened anew is not waited for. */
function* loadMoreWhileOpen(): Step<void> {
  yield race([call(loadMore), take([listOpened, listLeft])]);
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
    takeLatest(listOpened, safely(loadListWhileOpen)),
    takeLatest(listOpened, safely(prepare)),
    takeLatest(countsRequested, safely(loadCounts)),
    takeLatest(retried, safely(reopen)),
    takeLeading(endReached, safely(loadMoreWhileOpen)),
    takeEvery(shortlistToggled, safely(changeShortlist)),
    takeEvery(seenRequested, safely(markSeen)),
  ]);
}
