import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LoginBody, SessionUser } from '../../../contract/schemas/session';
import type { Failure } from '../kit/failure';
import { done, failed, init, loadReducers, loading, type Loadable } from '../kit/loadable';
import {
  loggedOut,
  loginSucceeded,
  sessionEndedElsewhere,
  startRefused,
  sessionResumed,
  tokenRotated,
  type Credential,
} from '../kit/session';

export interface SessionState {
  user: SessionUser | null;
  accessToken: string | null;
  /** Load state of the stored session at the start; `loaded` also without one. */
  start: Loadable<null>;
  login: Loadable<null>;
  /** The user left the sign-in page. A running sign-in goes on and may still succeed. */
  isLoginLeft: boolean;
  /** `loaded` until the page reloads. */
  logout: Loadable<null>;
  /** The token expired during the session: a dialog asks the user to sign in over the page. */
  expired: boolean;
  /**
   * The server refused the stored session. This visitor has an account, so the guard opens the sign-in page instead of
   * the registration.
   */
  refused: boolean;
}

const initialState: SessionState = {
  user: null,
  accessToken: null,
  start: init,
  login: init,
  isLoginLeft: false,
  logout: init,
  expired: false,
  refused: false,
};

const signedOutState: SessionState = { ...initialState, start: done, logout: done };

const applyCredential = (state: SessionState, { user, accessToken }: Credential) => {
  state.user = user;
  state.accessToken = accessToken;
  state.expired = false;
  state.refused = false;
};

const to = loadReducers<SessionState>();

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** An automatic retry keeps the failure visible. */
    startRequested: (state) => {
      if (state.start.status === 'init') state.start = loading;
    },
    started: to.done('start'),
    startFailed: to.failed('start'),
    /** The user retries at once after a start without a response. */
    startRetried: to.loading('start'),
    userRefreshed: (state, { payload }: PayloadAction<Credential>) => applyCredential(state, payload),
    loginSubmitted: (state, _action: PayloadAction<LoginBody>) => {
      state.login = loading;
      state.isLoginLeft = false;
    },
    /** A failure that arrives after the page was left must not show when it opens again. */
    loginFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.login = state.isLoginLeft ? init : failed(payload);
    },
    loginOpened: (state) => {
      state.isLoginLeft = false;
    },
    loginLeft: (state) => {
      state.isLoginLeft = true;
      if (state.login.status === 'failed') state.login = init;
    },
    logoutRequested: to.loading('logout'),
    /** A 401 during the session; the start, login and logout handle their own. */
    sessionExpired: (state) => {
      if (!state.user || state.start.status !== 'loaded' || state.logout.status !== 'init') return;
      state.accessToken = null;
      state.expired = true;
    },
    balanceChanged: ({ user }, { payload }: PayloadAction<{ jobCreationBalance: number; newJobs?: number }>) => {
      if (!user) return;
      user.jobCreationBalance = payload.jobCreationBalance;
      if (user.counts) user.counts.jobs += payload.newJobs ?? 0;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loginSucceeded, (state, { payload }) => {
        applyCredential(state, payload);
        state.login = done;
        state.start = done;
      })
      .addCase(sessionResumed, (state, { payload }) => {
        applyCredential(state, payload);
        state.login = done;
      })
      .addCase(tokenRotated, (state, { payload }) => {
        state.accessToken = payload.accessToken;
      })
      .addCase(startRefused, () => ({ ...initialState, start: done, refused: true }))
      .addCase(loggedOut, () => signedOutState)
      .addCase(sessionEndedElsewhere, () => signedOutState);
  },
});

export const sessionReducer = slice.reducer;
export const {
  startRequested,
  started,
  startFailed,
  startRetried,
  userRefreshed,
  loginSubmitted,
  loginFailed,
  loginLeft,
  loginOpened,
  logoutRequested,
  sessionExpired,
  balanceChanged,
} = slice.actions;
