import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { paymentEnded } from '../openPayments';
import { read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { callWhenSignedIn, request } from '../kit/request';
import { safely } from '../kit/safely';
import { changes } from './changesSaga';
import { getBasket, getOpenBasket, purchase, removal } from './purchase';
import { packageOf } from './rules';
import {
  addonsRequested,
  basket,
  basketActions,
  basketLeft,
  basketOpened,
  openBasketRequested,
  priceChangeReported,
  selectBasketData,
  selectBasketState,
} from './slice';

/** Looks for an open basket; the catalogue shows only a hint of it, so a failure shows nothing. */
function* findOpenBasket(): Step<void> {
  yield* request({
    send: getOpenBasket,
    onLoaded: basketActions.basketFound,
    onFailed: () => basketActions.basketFound(null),
  });
}

function* loadAddonsOfPackage(): Step<void> {
  const open = yield* read(selectBasketData);
  const packageId = open && packageOf(open)?.product?.id;
  const { addonsOf } = yield* read(selectBasketState);
  if (packageId && packageId !== addonsOf) yield put(addonsRequested({ packageId }));
}

/** Loads the basket with its new prices and keeps the previous prices beside them. */
function* loadChangedPrices(): Step<void> {
  const before = yield* read(selectBasketData);
  if (!before) return;
  try {
    const after = yield* callWhenSignedIn((ports) => getBasket(ports, before._id));
    yield put(basketActions.priceChangeLoaded({ before, after }));
  } catch (error) {
    yield put(basketOpened.failed(toFailure(error), { basketId: before._id }));
  }
}

/** A payment ended elsewhere: the open page reloads the basket, or leaves it if it is paid. */
function* refresh({ payload: { basketId, result, isShown } }: ReturnType<typeof paymentEnded>): Step<void> {
  const { openId } = yield* read(selectBasketState);
  // A decline that the form shows does not change the basket.
  if (openId === basketId && (result === 'success' || !isShown)) yield put(basketOpened({ basketId }));
}

/** What was removed belongs to the page. */
function* endUndo(): Step<void> {
  yield put(removal.withdraw());
}

export function* basketSaga(): Step<void> {
  yield all([
    ...purchase.watch(),
    ...basket.watch(),
    takeEvery(basketLeft, safely(endUndo)),
    takeLatest(openBasketRequested, safely(findOpenBasket)),
    takeLatest([basketOpened.loaded, basketActions.changeLoaded], safely(loadAddonsOfPackage)),
    takeLatest(priceChangeReported, safely(loadChangedPrices)),
    takeLatest(paymentEnded, safely(refresh)),
    call(safely(changes)),
  ]);
}
