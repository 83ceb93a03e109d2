import { all, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { restorationActions, restorationOpened, restorationSubmitted } from './restorationSlice';

function* checkCode({ payload }: ReturnType<typeof restorationOpened>): Step<void> {
  yield* submit({
    send: (api) => api.call('GET /user/restore-email/:token', { params: { token: payload.restoreCode } }),
    onLoaded: restorationActions.restorationFound,
    onFailed: restorationActions.restorationNotFound,
  });
}

function* restore({ payload }: ReturnType<typeof restorationSubmitted>): Step<void> {
  yield* submit({
    send: (api) => api.call('POST /user/restore-email/:token', { params: { token: payload.restoreCode } }),
    onLoaded: () => restorationActions.emailRestored(),
    onFailed: restorationActions.restorationFailed,
  });
}

export function* watchRestoration(): Step<void> {
  yield all([takeLatest(restorationOpened, safely(checkCode)), takeLeading(restorationSubmitted, safely(restore))]);
}
