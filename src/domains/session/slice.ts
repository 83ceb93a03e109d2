import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LoginBody, SessionUser } from '../../../contract/schemas/session';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';
import {
  loggedOut,
  loginSucceeded,
  sessionEndedElsewhere,
  sessionResumed,
  tokenTaken,
  type Credential,
} from '../kit/session';

export interface SessionState {
  user: SessionUser | null;
  accessToken: string | null;
  /** Load state of the stored session at the start; `loaded` also without one. */
  start: Loadable<null>;
  login: Loadable<null>;
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
  logout: init,
  expired: false,
  refused: false,
};

const gone: SessionState = { ...initialState, start: done, logout: done };

const takeUp = (state: SessionState, { user, accessToken }: Credential) => {
  state.user = user;
  state.accessToken = accessToken;
  state.expired = false;
  state.refused = false;
};

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** An automatic retry keeps the failure visible. */
    startRequested: (state) => {
      if (state.start.status === 'init') state.start = loading;
    },
    started: (state) => {
      state.start = done;
    },
    startFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.start = failed(payload);
    },
    /** The user retries at once after a start without a response. */
    startRetried: (state) => {
      state.start = loading;
    },
    startRefused: () => ({ ...initialState, start: done, refused: true }),
    userRefreshed: (state, { payload }: PayloadAction<Credential>) => takeUp(state, payload),
    loginSubmitted: (state, _action: PayloadAction<LoginBody>) => {
      state.login = loading;
    },
    loginFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.login = failed(payload);
    },
    loginLeft: (state) => {
      if (state.login.status === 'failed') state.login = init;
    },
    logoutRequested: (state) => {
      state.logout = loading;
    },
    /** A 401 during the session; the start, login and logout handle their own. */
    sessionExpired: (state) => {
      if (!state.user || state.start.status !== 'loaded' || state.logout.status !== 'init') return;
      state.accessToken = null;
      state.expired = true;
    },
    balanceChanged: (state, { payload }: PayloadAction<{ jobCreationBalance: number }>) => {
      if (state.user) state.user.jobCreationBalance = payload.jobCreationBalance;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loginSucceeded, (state, { payload }) => {
        takeUp(state, payload);
        state.login = done;
        state.start = done;
      })
      .addCase(sessionResumed, (state, { payload }) => {
        takeUp(state, payload);
        state.login = done;
      })
      .addCase(tokenTaken, (state, { payload }) => {
        state.accessToken = payload.accessToken;
      })
      .addCase(loggedOut, () => gone)
      .addCase(sessionEndedElsewhere, () => gone);
  },
});

export const sessionReducer = slice.reducer;
export const {
  startRequested,
  started,
  startFailed,
  startRetried,
  startRefused,
  userRefreshed,
  loginSubmitted,
  loginFailed,
  loginLeft,
  logoutRequested,
  sessionExpired,
  balanceChanged,
} = slice.actions;
