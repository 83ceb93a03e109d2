import { all, put, takeLatest } from 'redux-saga/effects';
import { HISTORY_PAGE } from '../../../contract/constants/history';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { read, type Step, type Ports } from '../kit/effects';
import type { Page } from '../kit/pagedList';
import { pageBefore, pagedListSaga, watchPagedList } from '../kit/pagedListSaga';
import { safely } from '../kit/safely';
import { applicantActions, applicantLeft } from './detailSlice';
import { historyActions, historyRequested, olderRequested, type HistoryQuery } from './historySlice';
import { selectHistory } from './selectors';
import { applicationsActions, decisionChanged, shortlistChanged } from './slice';

const readPage = async (
  api: Ports['api'],
  { query: { applicationId }, next }: { query: HistoryQuery; next?: number },
): Promise<Page<HistoryEntry>> =>
  applicationId === null
    ? { rows: [], next: null }
    : pageBefore(
        await api.call('GET /search/application/:id/history', {
          params: { id: applicationId },
          query: { before: next },
        }),
        HISTORY_PAGE,
      );

const history = pagedListSaga({
  select: selectHistory,
  actions: historyActions,
  first: (api, { query }) => readPage(api, { query }),
  more: readPage,
});

/** Reloads the history after a change of the open application. */
function* refresh(): Step<void> {
  const { query, list } = yield* read(selectHistory);
  if (query.applicationId !== null && list.status !== 'init')
    yield put(historyRequested({ applicationId: query.applicationId }));
}

export function* watchHistory(): Step<void> {
  yield all([
    ...watchPagedList({ ...history, opened: historyRequested, endReached: olderRequested, left: applicantLeft }),
    takeLatest(
      [shortlistChanged, decisionChanged, applicationsActions.seenChanged, applicantActions.commentSaved],
      safely(refresh),
    ),
  ]);
}
