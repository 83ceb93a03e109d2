import { eventChannel, type EventChannel } from 'redux-saga';
import { all, call, delay, fork, put, race, spawn, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { TOKEN_DAYS } from '../../../contract/constants/limits';
import type { SessionMessage } from '../../lib/sessionChannel';
import { paths } from '../../lib/paths';
import { ask, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { leaveForError } from '../kit/leave';
import { safely } from '../kit/safely';
import {
  loggedOut,
  loginSucceeded,
  sessionEndedElsewhere,
  sessionResumed,
  tokenTaken,
  type Credential,
} from '../kit/session';
import { clearFcmToken, getCurrentUser, postLogin, postLogout } from './api';
import { watchReauthentication } from './reauthenticationSaga';
import { isShownInLoginForm, reactionTo, refusesSession, retryPause } from './rules';
import { selectSession } from './selectors';
import {
  loginFailed,
  loginSubmitted,
  logoutRequested,
  sessionExpired,
  started,
  startFailed,
  startRefused,
  startRequested,
  startRetried,
  userRefreshed,
} from './slice';

/** Name of the cookie that holds the user's id. Spec 1, point 4. */
const USER_COOKIE = 'userId';
const COOKIE_LIFE = TOKEN_DAYS * 24 * 60 * 60;

/** A farewell that is not answered within this many milliseconds does not hold up signing out. */
const FAREWELL = 3000;

function* writeCookie({ user }: Credential): Step<void> {
  const cookies = yield* port('cookies');
  cookies.set(USER_COOKIE, String(user.id), COOKIE_LIFE);
}

function* removeCookie(): Step<void> {
  const cookies = yield* port('cookies');
  cookies.remove(USER_COOKIE);
}

/** The others read the stored session when they load anew, so it is written before they are told. */
function* tellOtherTabs(message: SessionMessage): Step<void> {
  const persist = yield* port('persist');
  const channel = yield* port('channel');
  yield call(persist.flush);
  channel.post(message);
}

/** The guard of the page leads to sign in, and from there back. */
function* refuse(): Step<void> {
  yield* removeCookie();
  yield put(startRefused());
}

/** Takes up a stored session: refused → signed out; no answer → tried again with growing pauses or when asked to. */
function* start(): Step<void> {
  const before = yield* read(selectSession);
  if (!before.user || !before.accessToken) {
    if (before.user) yield* refuse();
    else {
      yield* removeCookie();
      yield put(started());
    }
    return;
  }
  const api = yield* port('api');
  for (let tries = 1; ; tries += 1) {
    yield put(startRequested());
    try {
      const credential = yield* ask((signal) => getCurrentUser(api, signal));
      yield put(userRefreshed(credential));
      yield* writeCookie(credential);
      if (credential.accessToken !== before.accessToken) {
        const { accessToken, user } = credential;
        yield* tellOtherTabs({ type: 'tokenRotated', userId: user.id, accessToken });
      }
      yield put(started());
      return;
    } catch (error) {
      const failure = toFailure(error);
      if (refusesSession(failure)) {
        yield* refuse();
        return;
      }
      yield put(startFailed(failure));
    }
    yield race([delay(retryPause(tries)), take(startRetried)]);
  }
}

function* login({ payload }: ReturnType<typeof loginSubmitted>): Step<void> {
  const before = yield* read(selectSession);
  const api = yield* port('api');
  let credential: Credential;
  try {
    credential = yield* ask((signal) => postLogin(api, payload, signal));
  } catch (error) {
    const failure = toFailure(error);
    yield put(loginFailed(failure));
    // Over a page in mid-work the form says whatever failed: leaving would lose what was typed below.
    if (!before.expired && !isShownInLoginForm(failure)) yield* leaveForError(failure);
    return;
  }
  if (before.user?.id === credential.user.id) {
    yield put(sessionResumed(credential));
    return;
  }
  yield put(loginSucceeded(credential));
  if (!before.user) return;
  // Somebody else signed in over the page of the former user.
  const persist = yield* port('persist');
  const navigate = yield* port('navigate');
  yield call(persist.flush);
  navigate.reload(paths.home());
}

/** Signing in or out, here or in another tab, ends the waiting for a stored session. */
function* startUnlessOvertaken(): Step<void> {
  yield race([call(start), take([loginSucceeded, loggedOut, sessionEndedElsewhere])]);
}

/** After any way of signing in. A tab that took the new token from another one says it again, which changes nothing. */
function* settle({ payload }: { payload: Credential }): Step<void> {
  yield* writeCookie(payload);
  yield* tellOtherTabs({ type: 'signedIn', userId: payload.user.id, accessToken: payload.accessToken });
}

/** One call of the farewell; neither its failure nor its silence matters. */
function* farewell(send: (signal: AbortSignal) => Promise<unknown>): Step<void> {
  try {
    yield race([call(ask, send), delay(FAREWELL)]);
  } catch {
    // Signing out goes on: the token is forgotten here in any case.
  }
}

function* logout(): Step<void> {
  const { accessToken } = yield* read(selectSession);
  const api = yield* port('api');
  const navigate = yield* port('navigate');
  if (accessToken) {
    yield* farewell((signal) => clearFcmToken(api, signal));
    yield* farewell((signal) => postLogout(api, signal));
  }
  yield* removeCookie();
  yield put(loggedOut());
  yield* tellOtherTabs({ type: 'signedOut' });
  navigate.reload(paths.login());
}

/** This tab writes nothing any more: what is stored belongs to the tab that spoke. */
function* leave(path: string): Step<void> {
  const persist = yield* port('persist');
  const navigate = yield* port('navigate');
  persist.pause();
  yield put(sessionEndedElsewhere());
  navigate.reload(path);
}

function* hear(message: SessionMessage): Step<void> {
  const { user, expired } = yield* read(selectSession);
  const reaction = reactionTo(message, { userId: user?.id ?? null, expired });
  if (reaction === 'leaveToLogin') yield* leave(paths.login());
  if (reaction === 'leaveToHome') yield* leave(paths.home());
  if (message.type === 'signedOut' || !user) return;
  const { accessToken } = message;
  if (reaction === 'takeToken') yield put(tokenTaken({ accessToken }));
  if (reaction === 'resume') yield put(sessionResumed({ user, accessToken }));
}

function* watchOtherTabs(): Step<void> {
  const channel = yield* port('channel');
  const messages: EventChannel<SessionMessage> = eventChannel((emit) => channel.listen(emit));
  yield takeEvery(messages, safely(hear));
}

/** Everything about being signed in. */
export function* sessionSaga(): Step<void> {
  yield all([
    fork(watchOtherTabs),
    fork(watchReauthentication),
    takeLeading(loginSubmitted, safely(login)),
    takeEvery([loginSucceeded, sessionResumed], safely(settle)),
    takeEvery(sessionExpired, safely(removeCookie)),
    takeLeading(logoutRequested, safely(logout)),
    spawn(safely(startUnlessOvertaken)),
  ]);
}
