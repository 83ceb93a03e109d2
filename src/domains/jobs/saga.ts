import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { Api } from '../../lib/api';
import {
  type JobsQuery,
  type JobOption,
  selectJobs,
  endReached,
  jobsActions,
  listLeft,
  listOpened,
  optionsRequested,
} from './slice';
import { all, put, takeLatest } from 'redux-saga/effects';
import { read, type Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { byPageNumber, pagedListSaga, watchPagedList } from '../kit/pagedListSaga';
import { request } from '../kit/request';
import { safely } from '../kit/safely';

/** Returns the exact number of jobs that match the query. */
const countJobs = async (api: Api, { branchId, q, status }: JobsQuery): Promise<number> => {
  const { total = 0 } = await api.envelope('GET /search/job', { query: { limit: 0, branchId, q, status } });
  return total;
};

/** Returns a page of jobs; pages count from 1. */
const getJobs = (
  api: Api,
  { branchId, q, sorting, status }: JobsQuery,
  { page = 1, limit = PAGE_LIMIT_DEFAULT }: { page?: number; limit?: number },
) => {
  const query = { page, limit, branchId, q, sorting: sorting && `${sorting.field}:${sorting.direction}`, status };
  return api.call('GET /search/job', { query });
};

/** Returns a page of jobs for the job picker. */
const getJobOptions = async (api: Api, { q, page }: { q: string; page: number }): Promise<JobOption[]> => {
  const query = { selection: 'id,title,status,openedAt,user', page, limit: PAGE_LIMIT_MAX, q } as const;
  return api.call('GET /search/job', { query });
};

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
