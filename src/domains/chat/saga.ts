import { spawn } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { appointmentNewsSaga } from './appointmentNewsSaga';
import { conversationSaga } from './conversationSaga';
import { inboxSaga } from './inboxSaga';
import { outboxSaga } from './outboxSaga';
import { pushSaga } from './pushSaga';

export function* chatSaga(): Step<void> {
  for (const watcher of [inboxSaga, conversationSaga, outboxSaga, pushSaga, appointmentNewsSaga])
    yield spawn(safely(watcher));
}
