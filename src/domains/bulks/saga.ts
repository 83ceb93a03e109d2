import { all, call, put, takeEvery } from 'redux-saga/effects';
import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Bulk as WireBulk, BulkBody, BulkPreviewBody } from '../../../contract/schemas/bulks';
import { detailChanged, retried, selectApplicant, selectApplications } from '../applications';
import { chatJoined, pushReceived, selectConversation, visibilityChanged } from '../chat';
import { jobSaved } from '../jobs';
import { callApi, idempotencyKey, notify, read, type Step } from '../kit/effects';
import { causeOf, isSignedOut, toFailure, type Failure } from '../kit/failure';
import { notifyFailure } from '../kit/notifyFailure';
import { isTemporary, persistently } from '../kit/persistently';
import { poll } from '../kit/poll';
import { safely } from '../kit/safely';
import { SessionEnded } from '../kit/session';
import { mayPoll, selectUser, loggedOut } from '../session';
import type { Api } from '../../lib/api';
import { serverNow } from '../../lib/serverClock';
import { bodyKey, isFinished, LIVE_POLL_MS, POLL_MS, type Bulk, ITEMS_PAGE, type ItemsQuery } from './rules';
import {
  selectBulk,
  selectBulks,
  selectPendingBulks,
  bulkOperations,
  bulkRequested,
  bulksActions,
  itemsRequested,
  previewRequested,
  recentRequested,
  undoRequested,
} from './slice';

/** Counts the seconds from the arrival of the response. */
const toBulk = ({ by: _by, ...bulk }: WireBulk): Bulk => ({
  ...bulk,
  ...(bulk.recallSeconds != null && { recallUntil: serverNow() + bulk.recallSeconds * 1000 }),
});

const postPreview = async (api: Api, body: BulkPreviewBody) =>
  (await api.call('POST /job/application/bulk/preview', { body })).preview;

/** Starts a bulk action; the same key again returns the first one. */
const postBulk = async (api: Api, body: BulkBody, key: string) =>
  toBulk((await api.call('POST /job/application/bulk', { body, headers: { 'Idempotency-Key': key } })).bulk);

const getBulks = async (api: Api) => (await api.call('GET /job/application/bulk')).map(toBulk);

const getBulk = async (api: Api, id: string) =>
  toBulk((await api.call('GET /job/application/bulk/:id', { params: { id } })).bulk);

/** Returns one page of the results with one outcome, and their number. */
const getItems = async (api: Api, { bulkId, outcome, page }: ItemsQuery) => {
  const query = { outcome, page, limit: ITEMS_PAGE };
  const answer = await api.envelope('GET /job/application/bulk/:id/items', { params: { id: bulkId }, query });
  return { rows: answer.payload, total: answer.total ?? answer.payload.length };
};

const postUndo = async (api: Api, id: string) =>
  toBulk((await api.call('POST /job/application/bulk/:id/undo', { params: { id } })).bulk);

interface PendingBulk {
  id: string;
  ownerId: number;
}

/** The bulk actions that the server has not finished; stored, so that a reloaded page finds them again. */
export interface PendingBulksState {
  bulks: PendingBulk[];
}

const initialState: PendingBulksState = { bulks: [] };

const change = (state: PendingBulksState, pending: PendingBulk, isPending: boolean) => {
  state.bulks = [...state.bulks.filter(({ id }) => id !== pending.id), ...(isPending ? [pending] : [])];
};

const slice = createSlice({
  name: 'pendingBulks',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { bulkStarted, bulkFound, bulkNoted, bulkLoaded, bulkGone } = bulksActions;
    builder
      .addCase(bulkNoted, (state, { payload: { bulkId, ownerId } }) => change(state, { id: bulkId, ownerId }, true))
      .addCase(bulkLoaded, (state, { payload }) => {
        if (isFinished(payload)) change(state, { id: payload.id, ownerId: 0 }, false);
      })
      .addCase(bulkGone, (state, { payload }) => change(state, { id: payload.bulkId, ownerId: 0 }, false))
      .addCase(loggedOut, () => initialState)
      .addMatcher(isAnyOf(bulkStarted, bulkFound), (state, { payload: { bulk, ownerId } }) =>
        change(state, { id: bulk.id, ownerId }, !isFinished(bulk)),
      );
  },
});

export const pendingBulksReducer = slice.reducer;

bulkOperations.calls(previewRequested, { call: postPreview });
bulkOperations.calls(itemsRequested, { call: getItems });

/** Loads the list and the open applicant again in their places. */
function* refreshApplications(): Step<void> {
  const { list } = yield* read(selectApplications);
  if (list.status !== 'init') yield put(retried());
  const { applicationId } = yield* read(selectApplicant);
  if (applicationId !== null) yield put(detailChanged({ applicationId }));
}

/** Shows a bulk action of this user and follows it to its end. */
function* follow(bulk: Bulk, event: typeof bulksActions.bulkStarted | typeof bulksActions.bulkFound): Step<void> {
  const user = yield* read(selectUser);
  if (!user) return;
  yield put(event({ bulk, ownerId: user.id }));
  if (isFinished(bulk)) yield* refreshApplications();
  else yield put(bulksActions.checkRequested());
}

/** Starts a bulk action. A lost response is asked for again with the same key, so that nothing happens twice. */
function* start({ payload: body }: ReturnType<typeof bulkRequested>): Step<void> {
  const bodyText = bodyKey(body);
  const { attempt } = yield* read(selectBulks);
  const earlier = attempt?.bodyText === bodyText ? attempt.attemptKey : undefined;
  const onNew = (attemptKey: string) => bulksActions.attemptStarted({ bodyText, attemptKey });
  const key = yield* idempotencyKey(earlier, onNew);
  let bulk: Bulk | undefined;
  let failure: Failure | undefined;
  try {
    bulk = yield* persistently((ports) => postBulk(ports, body, key), isTemporary);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    failure = toFailure(error);
  }
  const { attempt: last, start: load, dialog } = yield* read(selectBulks);
  const isLast = last?.attemptKey === key;
  // The user may have closed this dialog and opened the next one, which the answer must leave alone.
  const isCurrent = isLast && load.status === 'loading';
  if (failure && isCurrent) yield put(bulksActions.bulkRefused(failure));
  if (failure && !(isCurrent && dialog)) yield* notifyFailure(failure);
  if (!bulk) return;
  if (isLast) yield put(bulksActions.attemptStarted(null));
  yield* follow(bulk, isCurrent ? bulksActions.bulkStarted : bulksActions.bulkFound);
}

function* undo({ payload: { bulkId } }: ReturnType<typeof undoRequested>): Step<void> {
  let bulk: Bulk;
  try {
    bulk = yield* persistently((ports) => postUndo(ports, bulkId), isTemporary);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    const failure = toFailure(error);
    yield put(bulksActions.undoFailed({ bulkId, failure }));
    if (!isSignedOut(failure)) yield* notify({ id: 'bulk.undoFailed', failure: causeOf(failure), kind: 'error' });
    return;
  }
  yield* follow(bulk, bulksActions.bulkFound);
}

/** Reads an unfinished bulk action once; returns whether the server answered. */
function* check(bulkId: string): Step<boolean> {
  let bulk: Bulk;
  try {
    bulk = yield* callApi((ports) => getBulk(ports, bulkId));
  } catch (error) {
    const isGone = toFailure(error).kind === 'notFound';
    if (isGone) yield put(bulksActions.bulkGone({ bulkId }));
    return isGone;
  }
  const user = yield* read(selectUser);
  const known = yield* read(selectBulk(bulkId));
  if (known) yield put(bulksActions.bulkLoaded(bulk));
  else if (user) yield put(bulksActions.bulkFound({ bulk, ownerId: user.id }));
  if (isFinished(bulk) && !(known && isFinished(known))) yield* refreshApplications();
  return true;
}

/** Returns the ids of this user's unfinished bulk actions. */
function* pendingIds(): Step<string[]> {
  const user = yield* read(selectUser);
  const pending = yield* read(selectPendingBulks);
  return pending.filter(({ ownerId }) => ownerId === user?.id).map(({ id }) => id);
}

function* checkAll(): Step<boolean> {
  let isAnswered = true;
  for (const id of yield* pendingIds()) isAnswered = (yield* check(id)) && isAnswered;
  return isAnswered;
}

/** Polls while there are unfinished bulk actions; the event stream makes it slow. */
function* pollPending(): Step<void> {
  yield* poll({
    runRound: checkAll,
    *pause() {
      if ((yield* pendingIds()).length === 0) return null;
      return (yield* read(selectConversation)).isLive ? LIVE_POLL_MS : POLL_MS;
    },
    mayRun: mayPoll,
    wake: [bulksActions.checkRequested.type, chatJoined.type, visibilityChanged.type],
    leave: [],
  });
}

/** Follows a bulk action that did not start from this page's dialog: the next check reads it. */
function* note(bulkId: string, ownerId: number): Step<void> {
  yield put(bulksActions.bulkNoted({ bulkId, ownerId }));
  yield put(bulksActions.checkRequested());
}

/** Handles an event as a hint only: reads the end of a bulk action, or one that began elsewhere, from the server. */
function* receive({ payload }: ReturnType<typeof pushReceived>): Step<void> {
  if (payload.type === 'ready') yield put(bulksActions.checkRequested());
  const user = yield* read(selectUser);
  if (payload.type !== 'bulk' || payload.actorId !== user?.id) return;
  const { bulkId } = payload;
  const known = yield* read(selectBulk(bulkId));
  if (!known) yield* note(bulkId, user.id);
  else if (isFinished(payload) && !isFinished(known)) yield put(bulksActions.checkRequested());
}

/** Closing a job may answer the remaining applicants. */
function* followSaved({ payload: { bulkId } }: ReturnType<typeof jobSaved>): Step<void> {
  const user = yield* read(selectUser);
  if (bulkId !== undefined && user) yield* note(bulkId, user.id);
}

bulkOperations.calls(recentRequested, {
  call: getBulks,
  // Some may have begun in another browser.
  *after(bulks) {
    const user = yield* read(selectUser);
    if (!user) return;
    for (const bulk of bulks) if (!isFinished(bulk)) yield* note(bulk.id, user.id);
  },
});

export function* bulksSaga(): Step<void> {
  yield all([
    ...bulkOperations.watch(),
    takeEvery(bulkRequested, safely(start)),
    takeEvery(undoRequested, safely(undo)),
    takeEvery(pushReceived, safely(receive)),
    takeEvery(jobSaved, safely(followSaved)),
    call(safely(pollPending)),
  ]);
}
