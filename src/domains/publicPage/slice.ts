import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PosterFormat } from '../../../contract/constants/publicPage';
import type { PublicPage } from '../../../contract/schemas/publicPage';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';

/** What a form of the page changes: the switch or the introduction. */
export type PageChange = 'isOn' | 'intro';

export interface PublicPageState {
  /** The branch whose page is open; null for the user's own. Answers for another branch are ignored. */
  branchId: number | null;
  page: Loadable<PublicPage>;
  /** The QR code as an address of a picture. */
  qr: Loadable<string>;
  changes: Record<PageChange, Loadable<null>>;
  posters: Record<PosterFormat, Loadable<null>>;
}

const NOTHING_CHANGED = { isOn: init, intro: init };
const NO_POSTERS = { a4: init, a6: init };

const initialState: PublicPageState = {
  branchId: null,
  page: init,
  qr: init,
  changes: NOTHING_CHANGED,
  posters: NO_POSTERS,
};

interface ForBranch {
  branchId: number | null;
}
type FailureOf = ForBranch & { failure: Failure };
type ForPoster = ForBranch & { format: PosterFormat };

const slice = createSlice({
  name: 'publicPage',
  initialState,
  reducers: {
    /** A page that is open already keeps its data while it reloads. */
    pageOpened: (state, { payload: { branchId } }: PayloadAction<ForBranch>) => {
      const isSame = state.branchId === branchId;
      state.branchId = branchId;
      state.page = isSame ? requested(state.page) : loading;
      state.qr = isSame ? requested(state.qr) : loading;
      state.changes = NOTHING_CHANGED;
      state.posters = NO_POSTERS;
    },
    pageLoaded: (state, { payload }: PayloadAction<ForBranch & { page: PublicPage }>) => {
      if (state.branchId === payload.branchId) state.page = loaded(payload.page);
    },
    pageFailed: (state, { payload }: PayloadAction<FailureOf>) => {
      if (state.branchId === payload.branchId) state.page = refused(state.page, payload.failure);
    },
    qrRequested: (state, _action: PayloadAction<ForBranch>) => {
      state.qr = requested(state.qr);
    },
    qrLoaded: (state, { payload }: PayloadAction<ForBranch & { qr: string }>) => {
      if (state.branchId === payload.branchId) state.qr = loaded(payload.qr);
    },
    qrFailed: (state, { payload }: PayloadAction<FailureOf>) => {
      if (state.branchId === payload.branchId) state.qr = refused(state.qr, payload.failure);
    },
    /** The user switched the page on or off. */
    pageSwitched: (state, _action: PayloadAction<ForBranch & { isOn: boolean }>) => {
      state.changes.isOn = loading;
    },
    /** `intro` is null for none. */
    introSubmitted: (state, _action: PayloadAction<ForBranch & { intro: string | null }>) => {
      state.changes.intro = loading;
    },
    changeSaved: (state, { payload }: PayloadAction<ForBranch & { change: PageChange; page: PublicPage }>) => {
      if (state.branchId !== payload.branchId) return;
      state.page = loaded(payload.page);
      state.changes[payload.change] = done;
    },
    changeFailed: (state, { payload }: PayloadAction<FailureOf & { change: PageChange }>) => {
      if (state.branchId === payload.branchId) state.changes[payload.change] = failed(payload.failure);
    },
    posterRequested: (state, { payload: { format } }: PayloadAction<ForPoster>) => {
      state.posters[format] = loading;
    },
    posterLoaded: (state, { payload: { branchId, format } }: PayloadAction<ForPoster>) => {
      if (state.branchId === branchId) state.posters[format] = done;
    },
    posterFailed: (state, { payload: { branchId, format, failure } }: PayloadAction<ForPoster & FailureOf>) => {
      if (state.branchId === branchId) state.posters[format] = failed(failure);
    },
  },
});

export const publicPageReducer = slice.reducer;
export const publicPageActions = slice.actions;
export const { introSubmitted, pageOpened, pageSwitched, posterRequested, qrRequested } = slice.actions;
