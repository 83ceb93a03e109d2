import type { Action } from '@reduxjs/toolkit';
import { buffers, eventChannel, type Channel, type EventChannel } from 'redux-saga';
import { actionChannel, call, flush, put, take, all, delay, race, takeLatest, takeLeading } from 'redux-saga/effects';
import { navigateTo, notify, port, type Step, read } from '../kit/effects';
import { inboxActions } from './inboxSlice';
import { EVENTS_HEARTBEAT_SECONDS } from '../../../contract/constants/limits';
import type { StreamEvent } from '../../../contract/schemas/chat';
import type { StreamSignal } from '../../lib/eventStream';
import type { WebPush } from '../../lib/webPush';
import { selectUser, SESSION_ENDS, sessionResumed } from '../session';
import { tokenRotated } from '../kit/session';
import { backOff } from '../kit/poll';
import { safely } from '../kit/safely';
import { conversationActions, selectConversation } from './conversationSlice';
import { chatJoined, chatLeft, notificationsWanted, pushReceived, visibilityChanged } from './events';
import { toStreamEvent } from './rules';
import { watchUnread } from './inboxSaga';

/** Returns the browser's push messages; null when their part cannot be loaded. */
function* loadWebPush(): Step<WebPush | null> {
  const load = yield* port('webPush');
  try {
    return (yield call(load)) as WebPush;
  } catch {
    return null;
  }
}

/** Opens the conversation when the user clicks a browser notification. */
function* watchOpened(webPush: WebPush): Step<void> {
  const opened: EventChannel<string> = eventChannel((emit) => webPush.listen(emit), buffers.sliding(1));
  try {
    for (;;) yield* navigateTo((yield take(opened)) as string);
  } finally {
    opened.close();
  }
}

/** Registers this browser for push messages. A failure is harmless. */
function* subscribe(webPush: WebPush): Step<boolean> {
  const api = yield* port('api');
  try {
    const subscription = (yield call(webPush.subscribe)) as string | null;
    if (subscription !== null)
      yield call(() => api.call('POST /user/update-fcm-token', { body: { fcm_token: subscription } }));
    return subscription !== null;
  } catch {
    return false;
  } finally {
    yield put(inboxActions.pushKnown(webPush.state()));
  }
}

/** Subscribes a browser that the user allowed before, and follows clicks on its notifications. */
function* receivePush(): Step<void> {
  const webPush = yield* loadWebPush();
  if (!webPush) return;
  yield all([
    call(watchOpened, webPush),
    webPush.state() === 'on' ? call(subscribe, webPush) : put(inboxActions.pushKnown(webPush.state())),
  ]);
}

function* subscribeByHand(): Step<void> {
  const webPush = yield* loadWebPush();
  const isOn = webPush !== null && (yield* subscribe(webPush));
  yield* notify(isOn ? { id: 'inbox.push.on', kind: 'success' } : { id: 'inbox.push.failed', kind: 'error' });
}

/** The leading tab counts as closed after this many milliseconds without a message from it. */
const SILENCE = EVENTS_HEARTBEAT_SECONDS * 3000;

/** Milliseconds before the first reconnect, and the maximum. */
const FIRST = 1000;
const LONGEST = 60_000;

/** With these statuses a retry needs a new token. */
const NOT_WITH_THIS_TOKEN = [401, 403];

/** Messages of the tab that holds the stream to the other tabs; `hello` asks it for its state. */
type LiveMessage =
  | { type: 'hello'; userId: number }
  | { type: 'live'; userId: number; isLive: boolean }
  | { type: 'event'; userId: number; event: StreamEvent };

/** Id of the user, and whether this tab holds the stream. */
interface Tab {
  userId: number;
  isLeading: boolean;
}

function* setLive(isLive: boolean, isQuiet = false): Step<void> {
  if ((yield* read(selectConversation)).isLive !== isLive)
    yield put(conversationActions.liveChanged({ isLive, ...(isQuiet && { isQuiet }) }));
}

function* notifyTabs(message: LiveMessage): Step<void> {
  const tabs = yield* port('tabs');
  tabs.post(message);
}

/** Reads one stream to its end. Returns its status and whether it ever connected. */
function* listen({ userId }: Tab): Step<{ status: number; worked: boolean }> {
  const stream = yield* port('stream');
  const signals: EventChannel<StreamSignal> = eventChannel((emit) => stream.open(emit), buffers.expanding());
  let worked = false;
  try {
    for (;;) {
      const signal = (yield take(signals)) as StreamSignal;
      if (signal.type === 'end') return { status: signal.status, worked };
      const event = signal.type === 'event' ? toStreamEvent(signal.data) : null;
      if (event) {
        worked = true;
        yield* setLive(true, event.type === 'ready' && event.isQuiet);
        yield put(pushReceived(event));
        yield* notifyTabs({ type: 'event', userId, event });
      }
      if (worked) yield* notifyTabs({ type: 'live', userId, isLive: true });
    }
  } finally {
    signals.close();
  }
}

/** Holds the stream for all tabs and reconnects when it breaks. */
function* lead(tab: Tab): Step<void> {
  const tabs = yield* port('tabs');
  const turn: EventChannel<true> = eventChannel(
    (emit) => tabs.lead(`live.${tab.userId}`, () => emit(true)),
    buffers.expanding(),
  );
  // A new token may arrive before the server refuses the old one.
  const renewals = (yield actionChannel([sessionResumed, tokenRotated], buffers.sliding(1))) as Channel<Action>;
  try {
    yield take(turn);
    tab.isLeading = true;
    // Between the last event of the former tab and the first of this one, every tab misses changes.
    yield* setLive(false);
    yield* notifyTabs({ type: 'live', userId: tab.userId, isLive: false });
    for (let failures = 0; ;) {
      yield flush(renewals);
      const { status, worked } = yield* listen(tab);
      yield* setLive(false);
      yield* notifyTabs({ type: 'live', userId: tab.userId, isLive: false });
      failures = worked ? 1 : failures + 1;
      if (NOT_WITH_THIS_TOKEN.includes(status)) yield take(renewals);
      else yield race([delay(backOff(FIRST, failures, LONGEST)), take(renewals), take(visibilityChanged)]);
    }
  } finally {
    renewals.close();
    turn.close();
  }
}

function* follow(tab: Tab): Step<void> {
  const tabs = yield* port('tabs');
  const messages: EventChannel<LiveMessage> = eventChannel(
    (emit) => tabs.listen((message) => emit(message as LiveMessage)),
    buffers.expanding(),
  );
  try {
    yield* notifyTabs({ type: 'hello', userId: tab.userId });
    for (;;) {
      const { message } = (yield race({ message: take(messages), silence: delay(SILENCE) })) as {
        message?: LiveMessage;
      };
      if (!message) {
        if (!tab.isLeading) yield* setLive(false);
      } else if (message.userId === tab.userId) yield* receive(message, tab);
    }
  } finally {
    messages.close();
  }
}

function* receive(message: LiveMessage, { userId, isLeading }: Tab): Step<void> {
  if (message.type === 'hello' && isLeading) {
    const { isLive } = yield* read(selectConversation);
    yield* notifyTabs({ type: 'live', userId, isLive });
  }
  if (message.type === 'live' && !isLeading) yield* setLive(message.isLive);
  if (message.type === 'event' && !isLeading) {
    yield* setLive(true);
    yield put(pushReceived(message.event));
  }
}

function* watchVisibility(): Step<void> {
  const visibility = yield* port('visibility');
  const changes: EventChannel<true> = eventChannel((emit) => visibility.listen(() => emit(true)), buffers.sliding(1));
  try {
    for (;;) {
      yield take(changes);
      yield put(visibilityChanged());
    }
  } finally {
    changes.close();
  }
}

function* receiveUntilLeft(): Step<void> {
  const user = yield* read(selectUser);
  if (!user) return;
  const tab: Tab = { userId: user.id, isLeading: false };
  yield race([
    all([call(lead, tab), call(follow, tab), call(watchVisibility), call(watchUnread), call(receivePush)]),
    take([chatLeft, ...SESSION_ENDS]),
  ]);
  yield* setLive(false);
}

/** Receives the server's events while the shell of a signed-in user is mounted. */
export function* pushSaga(): Step<void> {
  yield all([
    takeLatest(chatJoined, safely(receiveUntilLeft)),
    takeLeading(notificationsWanted, safely(subscribeByHand)),
  ]);
}
