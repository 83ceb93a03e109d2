import { all, call, fork, put, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { read, type Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getJobOptions, getJobs } from './api';
import { jobLookupsSaga } from './form/lookupsSaga';
import { jobFormSaga } from './form/saga';
import { limitFor } from './rules';
import { selectJobs } from './selectors';
import { endReached, jobsActions, listLeft, listOpened, optionsRequested } from './slice';

/** Pages of options at most: enough for 10,000 jobs, for more one types a name. */
const OPTION_PAGES = 20;

/** The list as long as it was, so that the way back finds its place; the old rows stay until then. */
function* loadList(): Step<void> {
  const { query, wanted } = yield* read(selectJobs);
  const limit = limitFor(wanted);
  const outcome = yield* request({
    send: (api, signal) => getJobs(api, query, { limit }, signal),
    onLoaded: (rows) => jobsActions.listLoaded({ query, rows, limit }),
    onFailed: (failure) => jobsActions.listFailed({ query, failure }),
  });
  if (!outcome.ok) yield* leaveForError(outcome.failure);
}

function* loadMore(): Step<void> {
  const { query, nextPage: page, list } = yield* read(selectJobs);
  if (page === null || list.status !== 'loaded') return;
  yield put(jobsActions.moreRequested());
  yield* request({
    send: (api, signal) => getJobs(api, query, { page }, signal),
    onLoaded: (rows) => jobsActions.moreLoaded({ query, rows, limit: PAGE_LIMIT_DEFAULT }),
    onFailed: (failure) => jobsActions.moreFailed({ query, failure }),
  });
}

/** A page of a list that was left or opened anew is not waited for. */
function* loadMoreWhileOpen(): Step<void> {
  yield race([call(loadMore), take([listOpened, listLeft])]);
}

function* loadListWhileOpen(): Step<void> {
  yield race([call(loadList), take(listLeft)]);
}

function* loadOptions({ payload: { q } }: ReturnType<typeof optionsRequested>): Step<void> {
  for (let page = 1; page <= OPTION_PAGES; page += 1) {
    const current = page;
    const outcome = yield* request({
      send: (api, signal) => getJobOptions(api, { q, page: current }, signal),
      onLoaded: (options) => jobsActions.optionsLoaded({ q, page: current, options }),
      onFailed: (failure) => jobsActions.optionsFailed({ q, failure }),
    });
    if (!outcome.ok || outcome.result.length < PAGE_LIMIT_MAX) return;
  }
}

/** The job list, the picker of jobs, the form. */
export function* jobsSaga(): Step<void> {
  yield all([
    takeLatest(listOpened, safely(loadListWhileOpen)),
    takeLeading(endReached, safely(loadMoreWhileOpen)),
    takeLatest(optionsRequested, safely(loadOptions)),
    fork(jobFormSaga),
    fork(jobLookupsSaga),
  ]);
}
