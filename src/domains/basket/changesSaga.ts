import { buffers, type Channel } from 'redux-saga';
import { actionChannel, call, flush, put, race, take } from 'redux-saga/effects';
import type { Basket } from '../../../contract/schemas/commerce';
import { read, type Step } from '../kit/effects';
import type { Ports } from '../kit/ports';
import { submit } from '../kit/request';
import { safely } from '../kit/safely';
import * as api from './api';
import { bodyOf, isSameBody, removalOf, type Removed } from './rules';
import { selectBasketData, selectRemoved, selectWanted } from './selectors';
import {
  addonAdded,
  basketActions,
  basketLeft,
  basketOpened,
  itemRemoved,
  quantityChosen,
  removalUndone,
} from './slice';

type Change =
  | ReturnType<typeof addonAdded>
  | ReturnType<typeof quantityChosen>
  | ReturnType<typeof itemRemoved>
  | ReturnType<typeof removalUndone>;

/** Puts back what was taken out and is not there, with its quantities, and answers the basket as it stands then. */
const putBack = async (ports: Ports['api'], before: Basket, removed: Removed, signal: AbortSignal) => {
  let basket = before;
  const basketId = basket._id;
  for (const { body, quantity } of removed.items) {
    const find = () => basket.items.find((one) => isSameBody(bodyOf(one), body));
    if (!find()) basket = await api.postItem(ports, basketId, body, signal);
    const item = find();
    if (item && item.quantity !== quantity)
      basket = await api.putItem(ports, { basketId, itemId: item._id, quantity }, signal);
  }
  return basket;
};

interface Sent {
  send: (ports: Ports['api'], signal: AbortSignal) => Promise<Basket>;
  removed?: Removed | null;
  settled?: { itemId: string; quantity: number };
}

/** What a change asks of the server; null where it has become void. */
function* sentBy(basket: Basket, action: Change): Step<Sent | null> {
  const basketId = basket._id;
  if (addonAdded.match(action)) {
    const { productId } = action.payload;
    return { send: (ports, signal) => api.postItem(ports, basketId, { productId }, signal) };
  }
  if (itemRemoved.match(action)) {
    const { itemId } = action.payload;
    const removal = removalOf(basket, itemId);
    // What is no longer sold cannot be put back.
    const removed = removal && removal.items.length > 0 ? removal : null;
    return removal && { removed, send: (ports, signal) => api.deleteItem(ports, { basketId, itemId }, signal) };
  }
  if (quantityChosen.match(action)) {
    const { itemId } = action.payload;
    // Only the last of many quick steps is sent.
    const quantity = (yield* read(selectWanted))[itemId];
    if (quantity === undefined) return null;
    const settled = { itemId, quantity };
    return { settled, send: (ports, signal) => api.putItem(ports, { basketId, ...settled }, signal) };
  }
  const removed = yield* read(selectRemoved);
  return removed && { send: (ports, signal) => putBack(ports, basket, removed, signal) };
}

function* change(action: Change): Step<void> {
  const basket = yield* read(selectBasketData);
  const sent = basket && (yield* sentBy(basket, action));
  if (!basket || !sent) {
    yield put(basketActions.changeVoided());
    return;
  }
  const { send, removed, settled } = sent;
  const outcome = yield* submit({
    send,
    onLoaded: (answer) => basketActions.changeLoaded({ basket: answer, removed, settled }),
    onFailed: basketActions.changeFailed,
  });
  // Something else is in it than is shown: paid for, or changed in another window. An undo may have been done in part.
  const isUnsure = !outcome.ok && (outcome.failure.kind === 'notFound' || removalUndone.match(action));
  if (isUnsure) yield put(basketOpened({ basketId: basket._id }));
}

/** One after the other while the page is shown, so that no answer overtakes another. */
export function* changes(): Step<void> {
  const asked = (yield actionChannel(
    [addonAdded, quantityChosen, itemRemoved, removalUndone],
    buffers.expanding(),
  )) as Channel<Change>;
  for (;;) {
    const action = (yield take(asked)) as Change;
    const { left } = (yield race({ worked: call(safely(change), action), left: take(basketLeft) })) as {
      left?: unknown;
    };
    if (left) yield flush(asked);
  }
}
