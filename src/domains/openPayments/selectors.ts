import { createSelector } from '@reduxjs/toolkit';
import { selectUser, type SessionState } from '../session';
import type { OpenPayment } from './rules';
import type { OpenPaymentsState } from './slice';

interface Root {
  session: SessionState;
  openPayments: OpenPaymentsState;
}

const selectState = (state: Root) => state.openPayments;

/** Returns the baskets that another tab of this browser is paying. */
export const selectElsewhere = (state: Root) => state.openPayments.elsewhere;

/** Returns the unfinished payment of a basket that this user started on this device. */
export const selectOpenPaymentOf =
  (basketId: string) =>
  ({ openPayments, session }: Root): OpenPayment | undefined =>
    openPayments.entries.find((entry) => entry.basketId === basketId && entry.ownerId === session.user?.id);

/** Returns the user's payments whose outcome neither a page nor a call of this tab is about to show. */
export const selectUntoldPayments = createSelector([selectState, selectUser], (state, user) =>
  state.entries.filter(
    ({ ownerId, basketId, attempt }) =>
      ownerId === user?.id &&
      basketId !== state.shownBasketId &&
      (attempt === null || !state.sending.includes(attempt)),
  ),
);
