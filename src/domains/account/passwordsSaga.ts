import { all, takeLatest, takeLeading } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { port, type Step } from '../kit/effects';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getResetToken, postForgetPassword, postResetPassword } from './api';
import { forgetSubmitted, passwordsActions, resetOpened, resetSubmitted } from './passwordsSlice';

function* forget({ payload }: ReturnType<typeof forgetSubmitted>): Step<void> {
  const { ok } = yield* submit({
    send: (api, signal) => postForgetPassword(api, payload, signal),
    onLoaded: () => passwordsActions.forgetSucceeded(),
    onFailed: passwordsActions.forgetFailed,
  });
  if (!ok) return;
  const notify = yield* port('notify');
  notify({ id: 'forgetPassword.sent', kind: 'success' });
}

function* checkToken({ payload }: ReturnType<typeof resetOpened>): Step<void> {
  yield* submit({
    send: (api, signal) => getResetToken(api, payload.resetToken, signal),
    onLoaded: () => passwordsActions.tokenAccepted(),
    onFailed: passwordsActions.tokenRefused,
  });
}

function* reset({ payload }: ReturnType<typeof resetSubmitted>): Step<void> {
  const { resetToken, ...body } = payload;
  const { ok } = yield* submit({
    send: (api, signal) => postResetPassword(api, resetToken, body, signal),
    onLoaded: () => passwordsActions.resetSucceeded(),
    onFailed: passwordsActions.resetFailed,
  });
  if (!ok) return;
  const notify = yield* port('notify');
  const navigate = yield* port('navigate');
  navigate.to(paths.login(), { replace: true });
  notify({ id: 'resetPassword.done', kind: 'success' });
}

export function* watchPasswords(): Step<void> {
  yield all([
    takeLeading(forgetSubmitted, safely(forget)),
    takeLatest(resetOpened, safely(checkToken)),
    takeLeading(resetSubmitted, safely(reset)),
  ]);
}
