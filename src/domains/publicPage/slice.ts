import { createSlice } from '@reduxjs/toolkit';
import { all, put } from 'redux-saga/effects';
import type { PosterFormat } from '../../../contract/constants/publicPage';
import type { PublicPage } from '../../../contract/schemas/publicPage';
import { notify, read, saveFile, type Step } from '../kit/effects';
import { init, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { posterSaved } from '../preferences';
import { selectUser } from '../session';
import { getPublicPage, getPoster, getQr, putPublicPage } from './api';

export interface PublicPageState {
  /** The branch whose page is open; null for the user's own. Answers for another branch are ignored. */
  branchId: number | null;
  page: Loadable<PublicPage>;
  /** The QR code as an address of a picture. */
  qr: Loadable<string>;
  /** What a form of the page changes: the switch or the introduction. */
  changes: Record<'isOn' | 'intro', Loadable<null>>;
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

export const publicPage = operations<PublicPageState>('publicPage');

const slice = createSlice({ name: 'publicPage', initialState, reducers: {}, extraReducers: publicPage.reduce });

export const publicPageReducer = slice.reducer;

export const selectPublicPage = (state: { publicPage: PublicPageState }) => state.publicPage;

interface ForBranch {
  branchId: number | null;
}

const isCurrent = (state: PublicPageState, { branchId }: ForBranch): boolean => state.branchId === branchId;

/** A page that is open already keeps its data while it reloads. */
export const pageOpened = publicPage.read('pageOpened', {
  field: 'page',
  call: (api, { branchId }: ForBranch) => getPublicPage(api, branchId),
  isCurrent,
  start: (state, { branchId }) => {
    if (state.branchId !== branchId) Object.assign(state, { page: init, qr: init });
    Object.assign(state, { branchId, changes: NOTHING_CHANGED, posters: NO_POSTERS });
  },
});

export const qrRequested = publicPage.read('qrRequested', {
  field: 'qr',
  call: (api, { branchId }: ForBranch) => getQr(api, branchId),
  on: [pageOpened],
  isCurrent,
});

const changing = {
  field: 'changes',
  isCurrent,
  loaded: (state: PublicPageState, page: PublicPage) => {
    state.page = loaded(page);
  },
} as const;

/** The user switched the page on or off. */
export const isOnSubmitted = publicPage.change('isOnSubmitted', {
  ...changing,
  call: (api, { branchId, isOn }: ForBranch & { isOn: boolean }) => putPublicPage(api, branchId, { isOn }),
  key: () => 'isOn',
  after: (_page, { isOn }) => notify({ id: isOn ? 'yourPage.isOnNow' : 'yourPage.isOffNow', kind: 'success' }),
});

/** `intro` is null for none. */
export const introSubmitted = publicPage.change('introSubmitted', {
  ...changing,
  call: (api, { branchId, intro }: ForBranch & { intro: string | null }) => putPublicPage(api, branchId, { intro }),
  key: () => 'intro',
  notice: 'yourPage.intro.saved',
});

export const posterRequested = publicPage.submit('posterRequested', {
  field: 'posters',
  call: (api, poster: ForBranch & { format: PosterFormat }) => getPoster(api, poster),
  key: ({ format }) => format,
  isCurrent,
  *after(file, { format }) {
    yield* saveFile(file, `${format}.pdf`);
    const user = yield* read(selectUser);
    if (user) yield put(posterSaved({ userId: user.id }));
  },
});

export function* publicPageSaga(): Step<void> {
  yield all(publicPage.watch());
}
