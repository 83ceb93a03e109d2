import {
  all,
  put,
  takeEvery,
  takeLeading,
  type Effect,
  call,
  delay,
  fork,
  race,
  spawn,
  take,
} from 'redux-saga/effects';
import { read, type Step, callApi, port, type Ports } from '../kit/effects';
import { passwordAccepted } from '../kit/password';
import { submit } from '../kit/request';
import { safely, until } from '../kit/safely';
import {
  sessionResumed,
  loggedOut,
  loginSucceeded,
  sessionEndedElsewhere,
  startRefused,
  tokenRotated,
  type Credential,
} from '../kit/session';
import { reauthenticationFailed, reauthenticationSubmitted } from './reauthenticationSlice';
import { selectOfflineReader, selectReauthentication, selectSession, selectStart } from './selectors';
import { eventChannel, type EventChannel } from 'redux-saga';
import { TOKEN_DAYS } from '../../../contract/constants/limits';
import type { SessionMessage } from '../../lib/sessionChannel';
import { paths } from '../../lib/paths';
import { toFailure } from '../kit/failure';
import { leaveForError } from '../kit/leave';
import { getCurrentUser, postLogin } from './api';
import { isShownInLoginForm, reactionTo, refusesSession, retryPause } from './rules';
import {
  loginFailed,
  loginSubmitted,
  logoutRequested,
  sessionExpired,
  started,
  startFailed,
  startRequested,
  startRetried,
  userRefreshed,
} from './slice';

function* verifyPassword({ payload }: ReturnType<typeof reauthenticationSubmitted>): Step<void> {
  yield* submit({
    send: (api) => api.call('POST /user/reauthenticate', { body: payload }),
    onLoaded: () => passwordAccepted(),
    onFailed: reauthenticationFailed,
  });
}

/** Signing in again also confirms the password. */
function* acceptSignIn(): Step<void> {
  if ((yield* read(selectReauthentication)).isOpen) yield put(passwordAccepted()) as Effect;
}

/** Name of the cookie with the user's id. See docs/PRODUCT.md#session-storage. */
const USER_COOKIE = 'userId';
const COOKIE_MAX_AGE = TOKEN_DAYS * 24 * 60 * 60;

/** Milliseconds that a page waits for the answer of the server before it begins with the stored session. */
const PATIENCE = 1000;

/** Maximum milliseconds that signing out waits for each of its steps. */
const LOGOUT_STEP_TIMEOUT = 3000;

function* writeCookie({ user }: Credential): Step<void> {
  const cookies = yield* port('cookies');
  cookies.set(USER_COOKIE, String(user.id), COOKIE_MAX_AGE);
}

function* removeCookie(): Step<void> {
  const cookies = yield* port('cookies');
  cookies.remove(USER_COOKIE);
}

/** Other tabs read the stored session when they reload, so this tab writes it before it sends the message. */
function* notifyOtherTabs(message: SessionMessage): Step<void> {
  const persist = yield* port('persist');
  const channel = yield* port('channel');
  yield call(persist.flush);
  channel.post(message);
}

function* reload(path: string): Step<void> {
  (yield* port('navigate')).reload(path);
}

/** Refuses the stored session; the page guard then opens the sign-in page, which leads back. */
function* refuse(): Step<void> {
  yield* removeCookie();
  yield put(startRefused());
}

/** Begins with the stored session while the server does not answer, for a user who may read without a network. */
function* beginStored(): Step<void> {
  yield delay(PATIENCE);
  const isWaiting = (yield* read(selectStart)).status === 'loading';
  if (isWaiting && (yield* read(selectOfflineReader)) !== null) yield put(started());
}

/**
 * Restores a stored session: a refusal signs out; without a response it retries with growing pauses or on request.
 * Meanwhile a user who may read without a network works with the stored session.
 */
function* start(): Step<void> {
  const previous = yield* read(selectSession);
  if (!previous.user || !previous.accessToken) {
    yield* removeCookie();
    yield put(previous.user ? startRefused() : started());
    return;
  }
  yield put(startRequested());
  yield fork(beginStored);
  for (let tries = 1; ; tries += 1) {
    try {
      const credential = yield* callApi(getCurrentUser);
      yield put(userRefreshed(credential));
      yield* writeCookie(credential);
      if (credential.accessToken !== previous.accessToken) {
        const { accessToken, user } = credential;
        yield* notifyOtherTabs({ type: 'tokenRotated', userId: user.id, accessToken });
      }
      yield put(started());
      return;
    } catch (error) {
      const failure = toFailure(error);
      if (refusesSession(failure)) {
        yield* refuse();
        return;
      }
      // A server that comes back may not be ready at once; the open pages stay.
      const isReading = (yield* read(selectStart)).status === 'loaded';
      const mayRead = failure.status === 0 && (yield* read(selectOfflineReader)) !== null;
      yield put(isReading || mayRead ? started() : startFailed(failure));
    }
    const { end } = (yield race({
      pause: delay(retryPause(tries)),
      retry: take(startRetried),
      // The dialog signs in again.
      end: take(sessionExpired),
    })) as { end?: unknown };
    if (end) return;
  }
}

function* login({ payload }: ReturnType<typeof loginSubmitted>): Step<void> {
  const previous = yield* read(selectSession);
  let credential: Credential;
  try {
    credential = yield* callApi((api) => postLogin(api, payload));
  } catch (error) {
    const failure = toFailure(error);
    yield put(loginFailed(failure));
    // The dialog over a page shows every failure, because leaving would lose the page's unsaved input.
    const mayLeave = !previous.expired && !(yield* read(selectSession)).isLoginLeft;
    if (mayLeave && !isShownInLoginForm(failure)) yield* leaveForError(failure);
    return;
  }
  if (previous.user?.id === credential.user.id) {
    yield put(sessionResumed(credential));
    return;
  }
  yield put(loginSucceeded(credential));
  if (!previous.user) return;
  // Another user signed in over the previous user's page.
  yield call((yield* port('persist')).flush);
  yield* reload(paths.home());
}

/** Restores a stored session until the user signs in or out, here or in another tab. */
const startUntilSessionChanges = until(start, [loginSucceeded, loggedOut, sessionEndedElsewhere]);

/**
 * Runs after every kind of sign-in. A tab that took the token from another one repeats the message, which is harmless.
 */
function* shareSession({ payload }: { payload: Credential }): Step<void> {
  yield* writeCookie(payload);
  yield* notifyOtherTabs({ type: 'signedIn', userId: payload.user.id, accessToken: payload.accessToken });
}

function* tryBeforeLogout(step: Effect): Step<void> {
  try {
    yield race([step, delay(LOGOUT_STEP_TIMEOUT)]);
  } catch {
    // Signing out continues: this tab forgets the token in any case.
  }
}

function* logout(): Step<void> {
  const { accessToken } = yield* read(selectSession);
  if (accessToken) {
    // Removes this session's push token from the server.
    yield* tryBeforeLogout(
      call(callApi, (api: Ports['api']) => api.call('POST /user/update-fcm-token', { body: { fcm_token: null } })),
    );
    yield* tryBeforeLogout(call(callApi, (api: Ports['api']) => api.call('POST /user/logout')));
  }
  // The server may not be reachable, and the next user of this browser must not see these notifications.
  const loadWebPush = yield* port('webPush');
  yield* tryBeforeLogout(call(async () => (await loadWebPush()).unsubscribe()));
  yield* removeCookie();
  yield put(loggedOut());
  yield* notifyOtherTabs({ type: 'signedOut' });
  yield* reload(paths.login());
}

/** Stops writing to the storage, because the stored state now belongs to the other tab. */
function* leave(path: string): Step<void> {
  (yield* port('persist')).pause();
  yield put(sessionEndedElsewhere());
  yield* reload(path);
}

function* receive(message: SessionMessage): Step<void> {
  const { user, expired } = yield* read(selectSession);
  const reaction = reactionTo(message, { userId: user?.id ?? null, expired });
  if (reaction === 'leaveToLogin') yield* leave(paths.login());
  if (reaction === 'leaveToHome') yield* leave(paths.home());
  if (message.type === 'signedOut' || !user) return;
  const { accessToken } = message;
  if (reaction === 'rotateToken') yield put(tokenRotated({ accessToken }));
  if (reaction === 'resume') yield put(sessionResumed({ user, accessToken }));
}

function* watchOtherTabs(): Step<void> {
  const channel = yield* port('channel');
  const messages: EventChannel<SessionMessage> = eventChannel((emit) => channel.listen(emit));
  yield takeEvery(messages, safely(receive));
}

export function* sessionSaga(): Step<void> {
  yield all([
    fork(watchOtherTabs),
    takeLeading(reauthenticationSubmitted, safely(verifyPassword)),
    takeEvery(sessionResumed, safely(acceptSignIn)),
    takeLeading(loginSubmitted, safely(login)),
    takeEvery([loginSucceeded, sessionResumed], safely(shareSession)),
    takeEvery(sessionExpired, safely(removeCookie)),
    takeLeading(logoutRequested, safely(logout)),
    spawn(safely(startUntilSessionChanges)),
  ]);
}
