import { all, takeEvery, takeLatest } from 'redux-saga/effects';
import type { BranchPageBody } from '../../../contract/schemas/door';
import type { MessageId } from '../../lib/intl';
import { port, type Step } from '../kit/effects';
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
    send: (api, signal) => getBranchPage(api, branchId, signal),
    onLoaded: (page) => doorActions.pageLoaded({ branchId, page }),
    onFailed: (failure) => doorActions.pageFailed({ branchId, failure }),
  });
}

function* loadQr({ payload: { branchId } }: ReturnType<typeof qrRequested>): Step<void> {
  yield* request({
    send: (api, signal) => getQr(api, branchId, signal),
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
    send: (api, signal) => putBranchPage(api, branchId, body, signal),
    onLoaded: (page) => doorActions.changeSaved({ branchId, change, page }),
    onFailed: (failure) => doorActions.changeFailed({ branchId, change, failure }),
  });
  if (!ok) return;
  const notify = yield* port('notify');
  notify({ id: saved, kind: 'success' });
}

function* switchPage({ payload: { branchId, isOn } }: ReturnType<typeof pageSwitched>): Step<void> {
  yield* save({ branchId, change: 'isOn', body: { isOn }, saved: isOn ? 'yourPage.isOnNow' : 'yourPage.isOffNow' });
}

function* saveIntro({ payload: { branchId, intro } }: ReturnType<typeof introSubmitted>): Step<void> {
  yield* save({ branchId, change: 'intro', body: { intro }, saved: 'yourPage.intro.saved' });
}

function* downloadPoster({ payload: { branchId, format } }: ReturnType<typeof posterRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api, signal) => getPoster(api, { branchId, format }, signal),
    onLoaded: () => doorActions.posterLoaded({ branchId, format }),
    onFailed: (failure) => doorActions.posterFailed({ branchId, format, failure }),
  });
  if (!outcome.ok) return;
  const saveFile = yield* port('saveFile');
  saveFile({ blob: outcome.result.blob, name: outcome.result.name ?? `${format}.pdf` });
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
