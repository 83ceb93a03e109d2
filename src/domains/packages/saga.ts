import { all, call, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { catalogueSaga } from './catalogueSaga';
import { cancelRequested, packagesActions, subscriptionsRequested } from './slice';

function* loadSubscriptions(): Step<void> {
  yield* request({
    send: (api) => api.call('GET /product/subscription'),
    onLoaded: packagesActions.subscriptionsLoaded,
    onFailed: packagesActions.subscriptionsFailed,
  });
}

function* cancel({ payload: { id } }: ReturnType<typeof cancelRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api) => api.call('DELETE /product/subscription/:id/cancel', { params: { id } }),
    onLoaded: () => packagesActions.cancelSucceeded(),
    onFailed: packagesActions.cancelFailed,
  });
  // Also reloads when the subscription turned out to have ended, because the page is out of date.
  if (outcome.ok || outcome.failure.key === ERROR_KEYS.subscriptionNotActive) yield put(subscriptionsRequested());
}

export function* packagesSaga(): Step<void> {
  yield all([
    takeLatest(subscriptionsRequested, safely(loadSubscriptions)),
    takeLeading(cancelRequested, safely(cancel)),
    call(safely(catalogueSaga)),
  ]);
}
