import { all, fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { idempotencyKey, notify, read, type Step } from '../kit/effects';
import { causeOf, type Failure } from '../kit/failure';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { sharedEvents } from '../kit/tabs';
import { selectViews } from './selectors';
import {
  changeSubmitted,
  removalSubmitted,
  viewRemoved,
  viewsActions,
  viewSaved,
  viewsRequested,
  viewSubmitted,
} from './slice';

// The other tabs ask the server, which knows what their user may see.
const { share, receive } = sharedEvents('views', () => viewsRequested());

function* load(): Step<void> {
  yield* request({
    send: async (api) => (await api.call('GET /search/application/views')).views,
    onLoaded: viewsActions.viewsLoaded,
    onFailed: viewsActions.viewsFailed,
  });
}

/** After a refusal that means that the views shown are old, loads them again. */
function* reloadOld({ kind }: Failure): Step<void> {
  if (kind === 'conflict' || kind === 'notFound') yield put(viewsRequested());
}

function* save({ payload }: ReturnType<typeof viewSubmitted>): Step<void> {
  const earlier = (yield* read(selectViews)).key ?? undefined;
  const key = yield* idempotencyKey(earlier, (made) => viewsActions.keyMade({ key: made }));
  yield* submit({
    // Saves a view once, however often it is sent with the same key.
    send: async (api) =>
      (await api.call('POST /search/application/views', { body: payload, headers: { 'Idempotency-Key': key } })).view,
    onLoaded: viewSaved,
    onFailed: viewsActions.saveFailed,
  });
}

function* change({ payload: { id, body, isNotified } }: ReturnType<typeof changeSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api) => (await api.call('PUT /search/application/views/:id', { params: { id }, body })).view,
    onLoaded: viewSaved,
    onFailed: viewsActions.saveFailed,
  });
  if (outcome.ok) {
    const { name } = outcome.result;
    if (isNotified) yield* notify({ id: 'views.updated', values: { name }, kind: 'success' });
    // The server puts it in its new place.
    if (body.isFirst) yield put(viewsRequested());
    return;
  }
  if (isNotified) yield* notify({ id: 'views.updateFailed', kind: 'error', failure: causeOf(outcome.failure) });
  yield* reloadOld(outcome.failure);
}

function* remove({ payload: { id } }: ReturnType<typeof removalSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (api) => api.call('DELETE /search/application/views/:id', { params: { id } }),
    onLoaded: () => viewRemoved({ id }),
    onFailed: viewsActions.removalFailed,
  });
  if (!outcome.ok) {
    yield* reloadOld(outcome.failure);
    return;
  }
  yield* notify({ id: 'views.deleted', kind: 'success' });
}

export function* viewsSaga(): Step<void> {
  yield all([
    fork(safely(receive)),
    takeLatest(viewsRequested, safely(load)),
    takeLeading(viewSubmitted, safely(save)),
    takeLeading(changeSubmitted, safely(change)),
    takeLeading(removalSubmitted, safely(remove)),
    takeEvery([viewSaved, viewRemoved], safely(share)),
  ]);
}
