import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { call, put, take } from 'redux-saga/effects';
import { navigateTo, notify, port, type Step } from '../kit/effects';
import { inboxActions } from './inboxSlice';

/** Opens the conversation when the user clicks a browser notification. */
export function* watchOpened(): Step<void> {
  const webPush = yield* port('webPush');
  const opened: EventChannel<string> = eventChannel((emit) => webPush.listen(emit), buffers.sliding(1));
  try {
    for (;;) yield* navigateTo((yield take(opened)) as string);
  } finally {
    opened.close();
  }
}

/** Registers this browser for push messages. A failure is harmless. */
function* subscribe(): Step<boolean> {
  const webPush = yield* port('webPush');
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

export function* subscribeIfAllowed(): Step<void> {
  const webPush = yield* port('webPush');
  if (webPush.state() === 'on') yield* subscribe();
  else yield put(inboxActions.pushKnown(webPush.state()));
}

export function* subscribeByHand(): Step<void> {
  const isOn = yield* subscribe();
  yield* notify(isOn ? { id: 'inbox.push.on', kind: 'success' } : { id: 'inbox.push.failed', kind: 'error' });
}
