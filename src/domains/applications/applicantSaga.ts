import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, delay, fork, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { HISTORY_PAGE } from '../../../contract/constants/history';
import { fullName } from '../../../contract/constants/text';
import type { ApplicationDetail } from '../../../contract/schemas/applications';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { selectUser } from '../session';
import { callApi, notify, port, read, type Ports, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { emptyList, pagedList, type Page, type PagedList } from '../kit/pagedList';
import { pageBefore, pagedListSaga, watchPagedList } from '../kit/pagedListSaga';
import { isTemporary, pauseAfter } from '../kit/persistently';
import { request, submit } from '../kit/request';
import { safely, until } from '../kit/safely';
import { getApplication } from './api';
import {
  applicantActions,
  applicantFailed,
  applicantLeft,
  applicantLoaded,
  applicantOpened,
  commentSubmitted,
  detailChanged,
  preloadRequested,
} from './applicantSlice';
import { watchLiveChanges } from './liveChangesSaga';
import { selectApplicant, selectApplications } from './selectors';
import { applicationsActions, decisionChanged, seenRequested, shortlistChanged } from './slice';

/** Loads an application. A first load shows its failure; a reload, which shows none, goes on until it succeeds. */
function* load({ payload: { applicationId } }: ReturnType<typeof applicantOpened>): Step<void> {
  for (let tries = 1; ; tries += 1) {
    const outcome = yield* request({
      send: (api) => getApplication(api, applicationId),
      onLoaded: applicantLoaded,
      onFailed: (failure) => applicantFailed({ applicationId, failure }),
    });
    if (outcome.ok) return yield* markSeen(outcome.result);
    const { detail } = yield* read(selectApplicant);
    if (detail.status !== 'loaded' || !isTemporary(outcome.failure)) return;
    yield delay(pauseAfter(outcome.failure, tries));
  }
}

/** Marks an application as seen once, on the first open; a failure is not retried. */
function* markSeen({ id, isSeen }: ApplicationDetail): Step<void> {
  const { seen } = yield* read(selectApplications);
  if (!isSeen && seen[id] === undefined) yield put(seenRequested({ id }));
}

/** Reloads the open application after a change. */
function* refresh({ payload: { applicationId } }: ReturnType<typeof detailChanged>): Step<void> {
  if ((yield* read(selectApplicant)).applicationId === applicationId) yield put(applicantOpened({ applicationId }));
}

/** Preloads an application without marking it as seen; shows no error. */
function* preload({ payload: { applicationId } }: ReturnType<typeof preloadRequested>): Step<void> {
  const { cached } = yield* read(selectApplicant);
  if (cached.some(({ id }) => id === applicationId)) return;
  try {
    const detail = yield* callApi((api) => getApplication(api, applicationId));
    yield put(applicantActions.applicantPreloaded(detail));
  } catch {
    // Opening the applicant loads the application again.
  }
}

/** Shows the comment at once and removes it if the server refuses it. */
function* comment({ payload: { applicationId, workerId, message } }: ReturnType<typeof commentSubmitted>): Step<void> {
  const user = yield* read(selectUser);
  const clock = yield* port('clock');
  const now = clock.now();
  const temporaryId = -now;
  const author = user ? fullName(user) : '';
  const added = { id: temporaryId, message, author, createdAt: new Date(now).toISOString() };
  yield put(applicantActions.commentAdded({ applicationId, comment: added }));
  const outcome = yield* submit({
    send: async (api) => (await api.call('POST /job/application-comment', { body: { workerId, message } })).comment,
    onLoaded: (saved) => applicantActions.commentSaved({ applicationId, temporaryId, comment: saved }),
    onFailed: (failure) => applicantActions.commentFailed({ applicationId, workerId, temporaryId, message, failure }),
  });
  if (outcome.ok || isSignedOut(outcome.failure)) return;
  yield* notify({ id: 'applicant.comments.failed', kind: 'error' });
}

interface HistoryQuery {
  applicationId: number | null;
}

/** History of the open application, newest first. */
type HistoryState = PagedList<HistoryQuery, HistoryEntry>;

const initialState: HistoryState = emptyList<HistoryQuery, HistoryEntry>({ applicationId: null });

const isSame = (a: HistoryQuery, b: HistoryQuery) => a.applicationId === b.applicationId;
const paged = pagedList<HistoryQuery, HistoryEntry>(isSame);

const slice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    ...paged.reducers,
    listOpened: (state, { payload }: PayloadAction<{ applicationId: number }>) =>
      paged.open(state, payload, isSame(payload, state.query)),
  },
  extraReducers: (builder) => {
    builder.addCase(applicantLeft, () => initialState);
  },
});

export const historyReducer = slice.reducer;
const historyActions = slice.actions;
export const { listOpened: historyRequested, endReached: olderRequested } = slice.actions;
export const selectHistory = (state: { history: HistoryState }) => state.history;

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
function* refreshHistory(): Step<void> {
  const { query, list } = yield* read(selectHistory);
  if (query.applicationId !== null && list.status !== 'init')
    yield put(historyRequested({ applicationId: query.applicationId }));
}

/** Loads the open applicant with its history, and keeps it and the list current while others change them. */
export function* applicantSaga(): Step<void> {
  yield all([
    takeLatest(applicantOpened, safely(until(load, applicantLeft))),
    takeEvery(preloadRequested, safely(preload)),
    takeEvery(detailChanged, safely(refresh)),
    takeEvery(commentSubmitted, safely(comment)),
    ...watchPagedList({ ...history, opened: historyRequested, endReached: olderRequested, left: applicantLeft }),
    takeLatest(
      [shortlistChanged, decisionChanged, applicationsActions.seenChanged, applicantActions.commentSaved],
      safely(refreshHistory),
    ),
    fork(watchLiveChanges),
  ]);
}
