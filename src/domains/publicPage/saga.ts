import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { PublicPageBody } from '../../../contract/schemas/publicPage';
import type { MessageId } from '../../lib/intl';
import { posterSaved } from '../preferences';
import { selectUser } from '../session';
import { notify, port, read, type Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getPublicPage, getPoster, getQr, putPublicPage } from './api';
import {
  publicPageActions,
  introSubmitted,
  pageOpened,
  pageSwitched,
  posterRequested,
  qrRequested,
  type PageChange,
} from './slice';

function* loadPage({ payload: { branchId } }: ReturnType<typeof pageOpened>): Step<void> {
  yield* request({
    send: (api) => getPublicPage(api, branchId),
    onLoaded: (page) => publicPageActions.pageLoaded({ branchId, page }),
    onFailed: (failure) => publicPageActions.pageFailed({ branchId, failure }),
  });
}

function* loadQr({ payload: { branchId } }: ReturnType<typeof qrRequested>): Step<void> {
  yield* request({
    send: (api) => getQr(api, branchId),
    onLoaded: (qr) => publicPageActions.qrLoaded({ branchId, qr }),
    onFailed: (failure) => publicPageActions.qrFailed({ branchId, failure }),
  });
}

interface Change {
  branchId: number | null;
  change: PageChange;
  body: PublicPageBody;
  saved: MessageId;
}

function* save({ branchId, change, body, saved }: Change): Step<void> {
  const { ok } = yield* submit({
    send: (api) => putPublicPage(api, branchId, body),
    onLoaded: (page) => publicPageActions.changeSaved({ branchId, change, page }),
    onFailed: (failure) => publicPageActions.changeFailed({ branchId, change, failure }),
  });
  if (!ok) return;
  yield* notify({ id: saved, kind: 'success' });
}

function* switchPage({ payload: { branchId, isOn } }: ReturnType<typeof pageSwitched>): Step<void> {
  yield* save({ branchId, change: 'isOn', body: { isOn }, saved: isOn ? 'yourPage.isOnNow' : 'yourPage.isOffNow' });
}

function* saveIntro({ payload: { branchId, intro } }: ReturnType<typeof introSubmitted>): Step<void> {
  yield* save({ branchId, change: 'intro', body: { intro }, saved: 'yourPage.intro.saved' });
}

function* downloadPoster({ payload: { branchId, format } }: ReturnType<typeof posterRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api) => getPoster(api, { branchId, format }),
    onLoaded: () => publicPageActions.posterLoaded({ branchId, format }),
    onFailed: (failure) => publicPageActions.posterFailed({ branchId, format, failure }),
  });
  if (!outcome.ok) return;
  const saveFile = yield* port('saveFile');
  saveFile({ blob: outcome.result.blob, name: outcome.result.name ?? `${format}.pdf` });
  const user = yield* read(selectUser);
  if (user) yield put(posterSaved({ userId: user.id }));
}

export function* publicPageSaga(): Step<void> {
  yield all([
    takeLatest(pageOpened, safely(loadPage)),
    takeLatest([pageOpened, qrRequested], safely(loadQr)),
    takeEvery(pageSwitched, safely(switchPage)),
    takeEvery(introSubmitted, safely(saveIntro)),
    takeEvery(posterRequested, safely(downloadPoster)),
  ]);
}
