import { all, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getEmailRestoration, postEmailRestoration } from './api';
import { restorationActions, restorationOpened, restorationSubmitted } from './restorationSlice';

function* look({ payload }: ReturnType<typeof restorationOpened>): Step<void> {
  yield* submit({
    send: (api, signal) => getEmailRestoration(api, payload.restoreCode, signal),
    onLoaded: restorationActions.restorationFound,
    onFailed: restorationActions.restorationNotFound,
  });
}

function* restore({ payload }: ReturnType<typeof restorationSubmitted>): Step<void> {
  yield* submit({
    send: (api, signal) => postEmailRestoration(api, payload.restoreCode, signal),
    onLoaded: () => restorationActions.emailRestored(),
    onFailed: restorationActions.restorationFailed,
  });
}

export function* watchRestoration(): Step<void> {
  yield all([takeLatest(restorationOpened, safely(look)), takeLeading(restorationSubmitted, safely(restore))]);
}
