import { createSlice } from '@reduxjs/toolkit';
import { all, put } from 'redux-saga/effects';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { PosterFormat } from '../../../contract/constants/publicPage';
import type { PublicPage, PublicPageBody } from '../../../contract/schemas/publicPage';
import type { Api } from '../../lib/api';
import { notify, read, type Step } from '../kit/effects';
import { saveFile } from '../kit/saveFile';
import { init, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { posterSaved } from '../preferences';
import { selectUser } from '../session';

/** Returns the page of a branch, or the user's own without `branchId`. */
const getPublicPage = async (api: Api, branchId: number | null) =>
  (await api.call('GET /branch-page', { query: { branchId } })).branchPage;

/** Changes the given fields and returns the changed page. */
const putPublicPage = async (api: Api, branchId: number | null, body: PublicPageBody) =>
  (await api.call('PUT /branch-page', { query: { branchId }, body })).branchPage;

/** Returns the QR code as an address of a picture; only calls with a token get the file. */
const getQr = async (api: Api, branchId: number | null): Promise<string> => {
  const { blob } = await api.file('GET /branch-page/qr.svg', { query: { branchId }, accept: MEDIA_TYPES.svg });
  return `data:${MEDIA_TYPES.svg},${encodeURIComponent(await blob.text())}`;
};

const getPoster = (api: Api, { branchId, format }: { branchId: number | null; format: PosterFormat }) =>
  api.file('GET /branch-page/poster.pdf', { query: { branchId, format }, accept: MEDIA_TYPES.pdf });

interface PublicPageState {
  /** The branch whose page is open; null for the user's own. Answers for another branch are ignored. */
  branchId: number | null;
  page: Loadable<PublicPage>;
  /** The QR code as an address of a picture. */
  qr: Loadable<string>;
  /** Changes of the page: the switch and the introduction. */
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
