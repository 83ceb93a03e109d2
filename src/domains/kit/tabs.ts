import type { Action, UnknownAction } from '@reduxjs/toolkit';
import { eventChannel, type EventChannel } from 'redux-saga';
import { call, put, takeEvery } from 'redux-saga/effects';
import { port, type Step } from './effects';
import { safely } from './safely';

type SharedAction = UnknownAction & { payload: unknown };

/** An event that a tab repeats for the other tabs: each tab writes the whole slice to the storage. */
interface SharedEvent {
  type: string;
  action: SharedAction;
}

const REMOTE = { isRemote: true };

/** Returns an event as if another tab had repeated it: this tab does not share it. */
export const asFromOtherTab = <A extends object>(action: A) => ({ ...action, meta: REMOTE });

/** True for an event that another tab repeated in this one. */
export const isFromOtherTab = (action: object): boolean => 'meta' in action && action.meta === REMOTE;

/** Returns a pattern for events of these types that this tab raised itself. */
export const ofThisTab =
  (...types: readonly string[]) =>
  (action: Action): boolean =>
    types.includes(action.type) && !isFromOtherTab(action);

/**
 * Returns sagas that repeat events in the other tabs, and put what these repeat here. `type` separates the events of
 * one domain; `toLocal` replaces an event that another tab repeated.
 */
export const sharedEvents = (type: string, toLocal = (action: SharedAction): UnknownAction => action) => ({
  *share(action: SharedAction): Step<void> {
    if (isFromOtherTab(action)) return;
    const tabs = yield* port('tabs');
    const { flush } = yield* port('persist');
    // A tab that starts reads the storage before it can receive, so the storage must hold the event first.
    yield call(flush);
    tabs.post({ type, action } satisfies SharedEvent);
  },
  *receive(): Step<void> {
    const tabs = yield* port('tabs');
    const events: EventChannel<SharedEvent> = eventChannel((emit) =>
      tabs.listen((message) => emit(message as SharedEvent)),
    );
    yield takeEvery(
      events,
      safely(function* putLocal(event: SharedEvent): Step<void> {
        if (event.type === type) yield put(asFromOtherTab(toLocal(event.action)));
      }),
    );
  },
});
