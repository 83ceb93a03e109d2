import { buffers, type Channel } from 'redux-saga';
import { actionChannel, call, flush, put, race, take } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Basket } from '../../../contract/schemas/commerce';
import { read, type Step, type Ports } from '../kit/effects';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import { deleteItem, offerUndo, postItem, putItem } from './purchase';
import { bodyOf, isSameBody, removalOf, type Removed } from './rules';
import {
  addonAdded,
  basketActions,
  basketLeft,
  basketOpened,
  itemRemoved,
  quantityChosen,
  removalUndone,
  selectBasketData,
  selectPendingQuantities,
  selectRemoved,
} from './slice';

type Change =
  | ReturnType<typeof addonAdded>
  | ReturnType<typeof quantityChosen>
  | ReturnType<typeof itemRemoved>
  | ReturnType<typeof removalUndone>;

/** Adds the removed items that are still missing, with their quantities, and returns the resulting basket. */
const restoreItems = async (ports: Ports['api'], before: Basket, removed: Removed) => {
  let basket = before;
  const basketId = basket._id;
  for (const { body, quantity } of removed.items) {
    const find = () => basket.items.find((one) => isSameBody(bodyOf(one), body));
    if (!find()) basket = await postItem(ports, basketId, body);
    const item = find();
    if (item && item.quantity !== quantity) basket = await putItem(ports, { basketId, itemId: item._id, quantity });
  }
  return basket;
};

interface ChangeRequest {
  send: (ports: Ports['api']) => Promise<Basket>;
  removed?: Removed | null;
  confirmed?: { itemId: string; quantity: number };
}

/** Returns the request of a change; null if the change is no longer needed. */
function* requestFor(basket: Basket, action: Change): Step<ChangeRequest | null> {
  const basketId = basket._id;
  if (addonAdded.match(action)) {
    const { productId } = action.payload;
    return { send: (ports) => postItem(ports, basketId, { productId }) };
  }
  if (itemRemoved.match(action)) {
    const { itemId } = action.payload;
    const gone = removalOf(basket, itemId);
    // An undo cannot add a product that is no longer sold.
    const removed = gone && gone.items.length > 0 ? gone : null;
    return gone && { removed, send: (ports) => deleteItem(ports, { basketId, itemId }) };
  }
  if (quantityChosen.match(action)) {
    const { itemId } = action.payload;
    // Sends only the last of many quick steps.
    const quantity = (yield* read(selectPendingQuantities))[itemId];
    if (quantity === undefined) return null;
    const confirmed = { itemId, quantity };
    return { confirmed, send: (ports) => putItem(ports, { basketId, ...confirmed }) };
  }
  const removed = yield* read(selectRemoved);
  return removed && { send: (ports) => restoreItems(ports, basket, removed) };
}

function* change(action: Change): Step<void> {
  const basket = yield* read(selectBasketData);
  const request = basket && (yield* requestFor(basket, action));
  if (!basket || !request) {
    yield put(basketActions.changeSkipped());
    return;
  }
  const { send, removed, confirmed } = request;
  const outcome = yield* submit({
    send,
    onLoaded: (answer) => basketActions.changeLoaded({ basket: answer, confirmed }),
    onFailed: basketActions.changeFailed,
  });
  if (outcome.ok) yield* offerUndo(basket._id, removed);
  // The basket differs from the page: it was paid, another window changed it, or an undo succeeded only partly.
  const mayBeOutdated =
    !outcome.ok &&
    (outcome.failure.kind === 'notFound' ||
      outcome.failure.key === ERROR_KEYS.basketPaid ||
      removalUndone.match(action));
  if (mayBeOutdated) yield put(basketOpened({ basketId: basket._id }));
}

/** Sends changes one by one while the page is open, so that responses arrive in order. */
export function* changes(): Step<void> {
  const changeEvents = (yield actionChannel(
    [addonAdded, quantityChosen, itemRemoved, removalUndone],
    buffers.expanding(),
  )) as Channel<Change>;
  for (;;) {
    const action = (yield take(changeEvents)) as Change;
    const { left } = (yield race({ finished: call(safely(change), action), left: take(basketLeft) })) as {
      left?: unknown;
    };
    if (left) yield flush(changeEvents);
  }
}
