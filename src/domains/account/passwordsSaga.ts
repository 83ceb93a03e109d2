import { all, call, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { navigateTo, notify, type Step } from '../kit/effects';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { isInvalidToken } from './rules';
import {
  forgetLeft,
  forgetSubmitted,
  passwordsActions,
  resetLeft,
  resetOpened,
  resetSubmitted,
} from './passwordsSlice';

function* forget({ payload }: ReturnType<typeof forgetSubmitted>): Step<void> {
  const sending = submit({
    send: (api) => api.call('POST /user/v2/forget-password', { body: payload }),
    onLoaded: () => passwordsActions.forgetSucceeded(),
    onFailed: passwordsActions.forgetFailed,
  });
  // The page that comes next shows the notice.
  const [{ ok }] = (yield all([sending, take(forgetLeft)])) as [{ ok: boolean }];
  if (!ok) return;
  yield* notify({ id: 'forgetPassword.sent', kind: 'success', inPage: true });
}

/** Leads home from an invalid link with a notice. See docs/PRODUCT.md#new-password. */
function* leaveForHome(): Step<void> {
  yield* navigateTo(paths.home(), { replace: true });
  yield* notify({ id: 'resetPassword.invalidToken', kind: 'error' });
}

function* checkToken({ payload }: ReturnType<typeof resetOpened>): Step<void> {
  const outcome = yield* submit({
    send: (api) => api.call('GET /user/reset-password-valid-token/:token', { params: { token: payload.resetToken } }),
    onLoaded: () => passwordsActions.tokenAccepted(),
    onFailed: passwordsActions.tokenRefused,
  });
  if (!outcome.ok && isInvalidToken(outcome.failure)) yield* leaveForHome();
}

/** A page that was left must not redirect. */
function* checkWhileOpen(opened: ReturnType<typeof resetOpened>): Step<void> {
  yield race([call(checkToken, opened), take(resetLeft)]);
}

function* reset({ payload }: ReturnType<typeof resetSubmitted>): Step<void> {
  const { resetToken, ...body } = payload;
  const outcome = yield* submit({
    send: (api) => api.call('POST /user/reset-password/:token', { params: { token: resetToken }, body }),
    onLoaded: () => passwordsActions.resetSucceeded(),
    onFailed: passwordsActions.resetFailed,
  });
  if (!outcome.ok) {
    if (isInvalidToken(outcome.failure)) yield* leaveForHome();
    return;
  }
  yield* navigateTo(paths.login(), { replace: true });
  yield* notify({ id: 'resetPassword.done', kind: 'success' });
}

export function* watchPasswords(): Step<void> {
  yield all([
    takeLatest(forgetSubmitted, safely(forget)),
    takeLatest(resetOpened, safely(checkWhileOpen)),
    takeLeading(resetSubmitted, safely(reset)),
  ]);
}
