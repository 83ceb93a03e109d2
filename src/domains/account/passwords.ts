import { createSlice } from '@reduxjs/toolkit';
import { take, takeLatest } from 'redux-saga/effects';
import type { EmailRestorationPayload, ForgetPasswordBody, ResetPasswordBody } from '../../../contract/schemas/account';
import { paths } from '../../lib/paths';
import { navigateTo, notify, type Step } from '../kit/effects';
import type { Failure } from '../kit/failure';
import { done, init, loadReducers, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { isInvalidToken } from './rules';

/** The forgotten password form and the page of its link. */
interface PasswordsState {
  forget: Loadable<null>;
  /** Whether the link is still valid; its code is in the address. */
  check: Loadable<null>;
  reset: Loadable<null>;
}

interface Root {
  passwords: PasswordsState;
}

const initialState: PasswordsState = { forget: init, check: init, reset: init };

export const passwords = operations<PasswordsState>('passwords');

const to = loadReducers<PasswordsState>();

const slice = createSlice({
  name: 'passwords',
  initialState,
  reducers: {
    forgetLeft: to.init('forget'),
    resetLeft: (state) => {
      state.check = init;
      state.reset = init;
    },
  },
  extraReducers: passwords.reduce,
});

export const passwordsReducer = slice.reducer;
export const { forgetLeft, resetLeft } = slice.actions;

export const selectForget = (state: Root) => state.passwords.forget;
export const selectTokenCheck = (state: Root) => state.passwords.check;
export const selectReset = (state: Root) => state.passwords.reset;

export const forgetSubmitted = passwords.submit('forgetSubmitted', {
  field: 'forget',
  call: (api, body: ForgetPasswordBody) => api.call('POST /user/v2/forget-password', { body }),
  *after(_sent, _body, isLate) {
    // The next page shows the notice.
    if (!isLate) yield take(forgetLeft);
    yield* notify({ id: 'forgetPassword.sent', kind: 'success', inPage: true });
  },
});

/** Leads from an invalid link to the page that sends a new one and says why. See docs/PRODUCT.md#new-password. */
function* leaveInvalidLink(failure: Failure): Step<void> {
  if (!isInvalidToken(failure)) return;
  yield* navigateTo(paths.forgetPassword(), { replace: true, state: { hasDeadLink: true } });
}

export const resetLinkOpened = passwords.submit('resetLinkOpened', {
  field: 'check',
  call: (api, { resetToken: token }: { resetToken: string }) =>
    api.call('GET /user/reset-password-valid-token/:token', { params: { token } }),
  take: takeLatest,
  // A page that was left must not redirect.
  until: [resetLeft],
  start: (state) => {
    state.reset = init;
  },
  afterFailure: leaveInvalidLink,
});

export const resetSubmitted = passwords.submit('resetSubmitted', {
  field: 'reset',
  call: (api, { resetToken: token, ...body }: ResetPasswordBody & { resetToken: string }) =>
    api.call('POST /user/reset-password/:token', { params: { token }, body }),
  *after(_reset, _body, isLate) {
    if (!isLate) yield* navigateTo(paths.login(), { replace: true });
    yield* notify({ id: 'resetPassword.done', kind: 'success' });
  },
  afterFailure: leaveInvalidLink,
});

/** The page that restores an old email; the code is in the address. */
interface RestorationState {
  check: Loadable<EmailRestorationPayload>;
  restore: Loadable<null>;
  /** A call got no clear response: it may have restored the email and used up the link. */
  isUnanswered: boolean;
}

const initialRestoration: RestorationState = { check: init, restore: init, isUnanswered: false };

export const restoration = operations<RestorationState>('restoration');

export const { reducer: restorationReducer } = createSlice({
  name: 'restoration',
  initialState: initialRestoration,
  reducers: {},
  extraReducers: restoration.reduce,
});

export const selectRestoration = (state: { restoration: RestorationState }) => state.restoration;

export const restorationLinkOpened = restoration.read('restorationLinkOpened', {
  field: 'check',
  call: (api, { restoreCode: token }: { restoreCode: string }) =>
    api.call('GET /user/restore-email/:token', { params: { token } }),
  start: (state) => Object.assign(state, initialRestoration),
});

export const restorationSubmitted = restoration.submit('restorationSubmitted', {
  field: 'restore',
  call: (api, { restoreCode: token }: { restoreCode: string }) =>
    api.call('POST /user/restore-email/:token', { params: { token } }),
  failed: (state, failure) => {
    if (state.isUnanswered && isInvalidToken(failure)) state.restore = done;
    if (failure.kind === 'network' || failure.kind === 'unknown') state.isUnanswered = true;
  },
});
