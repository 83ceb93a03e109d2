import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { BranchPageBody } from '../../../contract/schemas/door';
import type { MessageId } from '../../lib/intl';
import { posterSaved } from '../preferences';
import { selectUser } from '../session';
import { notify, port, read, type Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getBranchPage, getPoster, getQr, putBranchPage } from './api';
import {
  doorActions,
  introSubmitted,
  pageOpened,
  pageSwitched,
  posterRequested,
  qrRequested,
  type PageChange,
} from './slice';

function* loadPage({ payload: { branchId } }: ReturnType<typeof pageOpened>): Step<void> {
  yield* request({
    send: (api) => getBranchPage(api, branchId),
    onLoaded: (page) => doorActions.pageLoaded({ branchId, page }),
    onFailed: (failure) => doorActions.pageFailed({ branchId, failure }),
  });
}

function* loadQr({ payload: { branchId } }: ReturnType<typeof qrRequested>): Step<void> {
  yield* request({
    send: (api) => getQr(api, branchId),
    onLoaded: (qr) => doorActions.qrLoaded({ branchId, qr }),
    onFailed: (failure) => doorActions.qrFailed({ branchId, failure }),
  });
}

interface Change {
  branchId: number | null;
  change: PageChange;
  body: BranchPageBody;
  saved: MessageId;
}

function* save({ branchId, change, body, saved }: Change): Step<void> {
  const { ok } = yield* submit({
    send: (api) => putBranchPage(api, branchId, body),
    onLoaded: (page) => doorActions.changeSaved({ branchId, change, page }),
    onFailed: (failure) => doorActions.changeFailed({ branchId, change, failure }),
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
    onLoaded: () => doorActions.posterLoaded({ branchId, format }),
    onFailed: (failure) => doorActions.posterFailed({ branchId, format, failure }),
  });
  if (!outcome.ok) return;
  const saveFile = yield* port('saveFile');
  saveFile({ blob: outcome.result.blob, name: outcome.result.name ?? `${format}.pdf` });
  const user = yield* read(selectUser);
  if (user) yield put(posterSaved({ userId: user.id }));
}

export function* doorSaga(): Step<void> {
  yield all([
    takeLatest(pageOpened, safely(loadPage)),
    takeLatest([pageOpened, qrRequested], safely(loadQr)),
    takeEvery(pageSwitched, safely(switchPage)),
    takeEvery(introSubmitted, safely(saveIntro)),
    takeEvery(posterRequested, safely(downloadPoster)),
  ]);
}
