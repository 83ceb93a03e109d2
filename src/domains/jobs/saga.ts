import { all, put, takeLatest } from 'redux-saga/effects';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { read, type Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { byPageNumber, pagedListSaga, watchPagedList } from '../kit/pagedListSaga';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { countJobs, getJobOptions, getJobs } from './api';
import { selectJobs } from './selectors';
import { endReached, jobsActions, listLeft, listOpened, optionsRequested } from './slice';

/** Maximum pages of options, which hold 10,000 jobs; with more the user searches by name. */
const OPTION_PAGES = 20;

const list = pagedListSaga({
  select: selectJobs,
  actions: jobsActions,
  ...byPageNumber(PAGE_LIMIT_DEFAULT, getJobs),
});

/** Counts the jobs of a list that has more pages. */
function* loadTotal(): Step<void> {
  const { query, next } = yield* read(selectJobs);
  if (next === null) return;
  yield put(jobsActions.totalRequested());
  yield* request({
    send: (api) => countJobs(api, query),
    onLoaded: (total) => jobsActions.totalLoaded({ query, total }),
    onFailed: (failure) => jobsActions.totalFailed({ query, failure }),
  });
}

function* loadList(): Step<void> {
  const outcome = yield* list.loadList();
  if (outcome.ok) yield* loadTotal();
  const isFailed = (yield* read(selectJobs)).list.status === 'failed';
  if (!outcome.ok && isFailed) yield* leaveForError(outcome.failure);
}

function* loadOptions({ payload: { q } }: ReturnType<typeof optionsRequested>): Step<void> {
  for (let page = 1; page <= OPTION_PAGES; page += 1) {
    const current = page;
    const outcome = yield* request({
      send: (api) => getJobOptions(api, { q, page: current }),
      onLoaded: (options) => jobsActions.optionsLoaded({ q, page: current, options }),
      onFailed: (failure) => jobsActions.optionsFailed({ q, failure }),
    });
    if (!outcome.ok || outcome.result.length < PAGE_LIMIT_MAX) return;
  }
}

export function* jobsSaga(): Step<void> {
  yield all([
    ...watchPagedList({ ...list, loadList, opened: listOpened, endReached, left: listLeft }),
    takeLatest(optionsRequested, safely(loadOptions)),
  ]);
}
