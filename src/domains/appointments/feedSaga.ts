import { all, call, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { feedActions, feedClosed, feedCreationSubmitted, feedOpened, feedRemovalSubmitted } from './feedSlice';

function* load(): Step<void> {
  yield* request({
    send: (api) => api.call('GET /appointment/feed'),
    onLoaded: feedActions.feedLoaded,
    onFailed: feedActions.feedFailed,
  });
}

function* loadWhileOpen(): Step<void> {
  yield race([call(load), take(feedClosed)]);
}

function* create(): Step<void> {
  yield* submit({
    send: async (api) => {
      const { url, feed } = await api.call('POST /appointment/feed', {});
      return { secretUrl: url, feed };
    },
    onLoaded: feedActions.feedCreated,
    onFailed: feedActions.feedCreationFailed,
  });
}

function* remove(): Step<void> {
  yield* submit({
    send: (api) => api.call('DELETE /appointment/feed', {}),
    onLoaded: () => feedActions.feedRemoved(),
    onFailed: feedActions.feedRemovalFailed,
  });
}

/** Handles the user's calendar feed. Presses during a change are ignored. */
export function* watchCalendarFeed(): Step<void> {
  yield all([
    takeLatest(feedOpened, safely(loadWhileOpen)),
    takeLeading(feedCreationSubmitted, safely(create)),
    takeLeading(feedRemovalSubmitted, safely(remove)),
  ]);
}
