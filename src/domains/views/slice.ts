import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SavedView, ViewBody, ViewChangeBody } from '../../../contract/schemas/views';
import type { Failure } from '../kit/failure';
import { failed, init, loadReducers, loaded, loading, requested, type Loadable } from '../kit/loadable';

export interface ViewsState {
  list: Loadable<SavedView[]>;
  /** The last save of a new view or a change; its data is the id of the view. */
  save: Loadable<{ id: number }>;
  /** The last deletion; its data is the id of the view. */
  removal: Loadable<{ id: number }>;
  /** Kept while the same new view is sent again. */
  key: string | null;
}

const initialState: ViewsState = { list: init, save: init, removal: init, key: null };

/** A change of one view. */
interface ViewChange {
  id: number;
  body: ViewChangeBody;
  /** No dialog is open that could show a failure. */
  isNotified: boolean;
}

const to = loadReducers<ViewsState>();

const slice = createSlice({
  name: 'views',
  initialState,
  reducers: {
    /** Loaded views stay while they load again. */
    viewsRequested: (state) => {
      state.list = requested(state.list);
    },
    viewsLoaded: to.loaded('list'),
    viewsFailed: to.refused('list'),
    /** A dialog opened; the failure of an earlier try does not count for it. */
    dialogOpened: (state) => {
      // The answer to an update is still to come.
      if (state.save.status !== 'loading') state.save = init;
      state.removal = init;
      state.key = null;
    },
    viewSubmitted: (state, _action: PayloadAction<ViewBody>) => {
      state.save = loading;
    },
    keyMade: (state, { payload: { key } }: PayloadAction<{ key: string }>) => {
      state.key = key;
    },
    changeSubmitted: (state, _action: PayloadAction<ViewChange>) => {
      state.save = loading;
    },
    viewSaved: (state, { payload: view }: PayloadAction<SavedView>) => {
      state.save = loaded({ id: view.id });
      state.key = null;
      if (state.list.status !== 'loaded') return;
      const views = state.list.data;
      const at = views.findIndex(({ id }) => id === view.id);
      if (at >= 0) views[at] = view;
      // The own views come first.
      else views.splice(views.filter(({ isOwn }) => isOwn).length, 0, view);
    },
    saveFailed: (state, { payload: failure }: PayloadAction<Failure>) => {
      state.save = failed(failure);
      // A refused body may be corrected; the key belongs to the old one.
      if (failure.kind !== 'network') state.key = null;
    },
    removalSubmitted: (state, _action: PayloadAction<{ id: number }>) => {
      state.removal = loading;
    },
    viewRemoved: (state, { payload: { id } }: PayloadAction<{ id: number }>) => {
      state.removal = loaded({ id });
      if (state.list.status === 'loaded') state.list.data = state.list.data.filter((view) => view.id !== id);
    },
    removalFailed: to.failed('removal'),
  },
});

export const viewsReducer = slice.reducer;
export const viewsActions = slice.actions;
export const {
  changeSubmitted,
  dialogOpened,
  removalSubmitted,
  viewRemoved,
  viewSaved,
  viewsRequested,
  viewSubmitted,
} = slice.actions;
