import { spawn } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { forwardEventsSaga } from './forwardEventsSaga';
import { conversationSaga } from './conversationSaga';
import { inboxSaga } from './inboxSaga';
import { outboxSaga } from './outboxSaga';
import { pushSaga } from './pushSaga';

export function* chatSaga(): Step<void> {
  for (const watcher of [inboxSaga, conversationSaga, outboxSaga, pushSaga, forwardEventsSaga])
    yield spawn(safely(watcher));
}
