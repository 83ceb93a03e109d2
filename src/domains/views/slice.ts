import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, fork, put, takeEvery } from 'redux-saga/effects';
import type { SavedView, ViewBody, ViewChangeBody } from '../../../contract/schemas/views';
import { idempotencyKey, notify, read, type Step } from '../kit/effects';
import { causeOf, type Failure } from '../kit/failure';
import { init, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { safely } from '../kit/safely';
import { sharedEvents } from '../kit/tabs';

interface ViewsState {
  list: Loadable<SavedView[]>;
  /** The last save of a new view or a change; its data is the id of the view. */
  save: Loadable<{ id: number }>;
  /** The last deletion; its data is the id of the view. */
  removal: Loadable<{ id: number }>;
  /** The Idempotency-Key of a new view; every try of the same view has the same key. */
  key: string | null;
}

const initialState: ViewsState = { list: init, save: init, removal: init, key: null };

export const views = operations<ViewsState>('views');

const slice = createSlice({
  name: 'views',
  initialState,
  reducers: {
    /** A dialog closed; the next one starts without its failure. What was saved or deleted leads the page on. */
    dialogLeft: (state) => {
      if (state.save.status !== 'loaded') state.save = init;
      if (state.removal.status !== 'loaded') state.removal = init;
      state.key = null;
    },
    keyMade: (state, { payload: { key } }: PayloadAction<{ key: string }>) => {
      state.key = key;
    },
  },
  extraReducers: views.reduce,
});

export const viewsReducer = slice.reducer;
export const { dialogLeft } = slice.actions;

export const selectViews = (state: { views: ViewsState }) => state.views;
export const selectViewList = (state: { views: ViewsState }) => state.views.list;

/** Loaded views stay while they load again. */
export const viewsRequested = views.read('viewsRequested', {
  field: 'list',
  call: async (api) => (await api.call('GET /search/application/views')).views,
});

const saving = {
  field: 'save',
  loaded: (state: ViewsState, view: SavedView) => {
    state.save = loaded({ id: view.id });
    state.key = null;
    if (state.list.status !== 'loaded') return;
    const known = state.list.data;
    const at = known.findIndex(({ id }) => id === view.id);
    if (at >= 0) known[at] = view;
    // The user's own views come first.
    else known.splice(known.filter(({ isOwn }) => isOwn).length, 0, view);
  },
  failed: (state: ViewsState, { kind }: Failure) => {
    // After a refusal the user may correct the view, and a changed body needs a new key.
    if (kind !== 'network') state.key = null;
  },
} as const;

export const viewSubmitted = views.change('viewSubmitted', {
  ...saving,
  *before() {
    yield* idempotencyKey((yield* read(selectViews)).key ?? undefined, (key) => slice.actions.keyMade({ key }));
  },
  // Saves a view once, however often it is sent with the same key.
  call: async (api, body: ViewBody, { key }) =>
    (await api.call('POST /search/application/views', { body, headers: { 'Idempotency-Key': key ?? '' } })).view,
  after: reloadLate,
});

/** The state ignores a late answer, so the list is loaded again. */
function* reloadLate(_result: unknown, _arg: unknown, isLate: boolean): Step<void> {
  if (isLate) yield put(viewsRequested());
}

/** Reloads the views after a refusal that means that the shown ones are out of date. */
function* reloadOld({ kind }: Failure): Step<void> {
  if (kind === 'conflict' || kind === 'notFound') yield put(viewsRequested());
}

const reportFailure = (failure: Failure): Step<void> =>
  notify({ id: 'views.updateFailed', kind: 'error', failure: causeOf(failure) });

interface ViewChange {
  id: number;
  body: ViewChangeBody;
  /** True if a notice reports the outcome, because no dialog is open. */
  isNotified: boolean;
}

export const changeSubmitted = views.change('changeSubmitted', {
  ...saving,
  call: async (api, { id, body }: ViewChange) =>
    (await api.call('PUT /search/application/views/:id', { params: { id }, body })).view,
  *after({ name }, { body, isNotified }, isLate) {
    if (isNotified) yield* notify({ id: 'views.updated', values: { name }, kind: 'success' });
    // The server decides the new order.
    if (body.isFirst || isLate) yield put(viewsRequested());
  },
  *afterFailure(failure, { isNotified }) {
    if (isNotified) yield* reportFailure(failure);
  },
  reportLate: reportFailure,
  reload: reloadOld,
});

export const removalSubmitted = views.submit('removalSubmitted', {
  field: 'removal',
  call: (api, { id }: { id: number }) => api.call('DELETE /search/application/views/:id', { params: { id } }),
  loaded: (state, _removed, { id }) => {
    state.removal = loaded({ id });
    if (state.list.status === 'loaded') state.list.data = state.list.data.filter((view) => view.id !== id);
  },
  notice: 'views.deleted',
  after: reloadLate,
  reload: reloadOld,
});

// Other tabs reload the views instead of taking them over, because their user may see others.
const { share, receive } = sharedEvents('views', () => viewsRequested());

export function* viewsSaga(): Step<void> {
  yield all([
    fork(safely(receive)),
    ...views.watch(),
    takeEvery([viewSubmitted.loaded, changeSubmitted.loaded, removalSubmitted.loaded], safely(share)),
  ]);
}
