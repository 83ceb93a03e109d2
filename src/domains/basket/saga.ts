import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { paths } from '../../lib/paths';
import { paymentEnded } from '../openPayments';
import { navigateTo, notify, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { callWhenSignedIn, request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import * as api from './api';
import { changes, offerUndo } from './changesSaga';
import { purchaseActions, purchaseLeft, purchaseRequested } from './purchaseSlice';
import { bodyOf, isSameBody, packageOf, replacementOf, type BasketRouteState } from './rules';
import { selectBasketData, selectBasketState } from './selectors';
import {
  addonsRequested,
  basketActions,
  basketLeft,
  basketOpened,
  openBasketRequested,
  priceChangeReported,
  removal,
} from './slice';

/** Opens the basket, adds the chosen product unless it is there already, and opens the basket page. */
function* buy({ payload: body }: ReturnType<typeof purchaseRequested>): Step<void> {
  const outcome = yield* submit({
    send: async (ports) => {
      const basket = await api.postBasket(ports);
      const isInBasket = basket.items.some((item) => isSameBody(bodyOf(item), body));
      if (isInBasket) return { basket, removed: null };
      const after = await api.postItem(ports, basket._id, body);
      return { basket: after, removed: replacementOf(basket, after) };
    },
    onLoaded: ({ basket }) => purchaseActions.purchaseLoaded({ basket }),
    onFailed: purchaseActions.purchaseFailed,
  });
  if (!outcome.ok) return;
  const { basket, removed } = outcome.result;
  yield* offerUndo(basket._id, removed);
  yield* navigateTo(paths.basket(), { state: { basketId: basket._id } satisfies BasketRouteState });
}

/** Does not navigate if the user has left the catalogue meanwhile. */
function* buyUntilLeft(action: ReturnType<typeof purchaseRequested>): Step<void> {
  yield race([call(buy, action), take(purchaseLeft)]);
}

/**
 * Loads the basket. A paid one leads to its result; a failed load leads to the catalogue (docs/PRODUCT.md#basket).
 */
function* open({ payload: { basketId } }: ReturnType<typeof basketOpened>): Step<void> {
  const outcome = yield* request({
    send: (ports) => api.getBasket(ports, basketId),
    onLoaded: basketActions.basketLoaded,
    onFailed: basketActions.basketFailed,
  });
  if (outcome.ok && outcome.result.status !== 'paid') return;
  if (!outcome.ok && outcome.failure.kind !== 'notFound')
    yield* notify({ id: 'basket.anErrorOccuredTryAgain', kind: 'error' });
  yield* navigateTo(outcome.ok ? paths.paymentResult({ basketId }) : paths.packages(), { replace: true });
}

function* openUntilLeft(action: ReturnType<typeof basketOpened>): Step<void> {
  yield race([call(open, action), take(basketLeft)]);
}

/** Looks for an open basket; the catalogue shows only a hint of it, so a failure shows nothing. */
function* findOpenBasket(): Step<void> {
  yield* request({
    send: api.getOpenBasket,
    onLoaded: basketActions.basketFound,
    onFailed: () => basketActions.basketFound(null),
  });
}

function* loadAddons({ payload: { packageId: of } }: ReturnType<typeof addonsRequested>): Step<void> {
  yield* request({
    send: (ports) => ports.call('GET /product', { query: { type: 'addon', relatedPackageId: of } }),
    onLoaded: (addons) => basketActions.addonsLoaded({ of, addons }),
    onFailed: (failure) => basketActions.addonsFailed({ of, failure }),
  });
}

function* loadAddonsOfPackage(): Step<void> {
  const basket = yield* read(selectBasketData);
  const packageId = basket && packageOf(basket)?.product?.id;
  const { addonsOf } = yield* read(selectBasketState);
  if (packageId && packageId !== addonsOf) yield put(addonsRequested({ packageId }));
}

/** Loads the basket with its new prices and keeps the previous prices beside them. */
function* loadChangedPrices(): Step<void> {
  const before = yield* read(selectBasketData);
  if (!before) return;
  try {
    const after = yield* callWhenSignedIn((ports) => api.getBasket(ports, before._id));
    yield put(basketActions.priceChangeLoaded({ before, after }));
  } catch (error) {
    yield put(basketActions.basketFailed(toFailure(error)));
  }
}

/** A payment ended elsewhere: the open page reloads the basket, or leaves it if it is paid. */
function* refresh({ payload: { basketId, result, isShown } }: ReturnType<typeof paymentEnded>): Step<void> {
  const { openId } = yield* read(selectBasketState);
  // A decline that the form shows does not change the basket.
  if (openId === basketId && (result === 'success' || !isShown)) yield put(basketOpened({ basketId }));
}

const { basketLoaded, changeLoaded } = basketActions;

/** What was removed belongs to the page. */
function* endUndo(): Step<void> {
  yield put(removal.withdraw());
}

export function* basketSaga(): Step<void> {
  yield all([
    takeEvery(basketLeft, safely(endUndo)),
    takeLeading(purchaseRequested, safely(buyUntilLeft)),
    takeLatest(openBasketRequested, safely(findOpenBasket)),
    takeLatest(basketOpened, safely(openUntilLeft)),
    takeLatest([basketLoaded, changeLoaded], safely(loadAddonsOfPackage)),
    takeLatest(addonsRequested, safely(loadAddons)),
    takeLatest(priceChangeReported, safely(loadChangedPrices)),
    takeLatest(paymentEnded, safely(refresh)),
    call(safely(changes)),
  ]);
}
