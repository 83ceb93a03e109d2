import { createSelector } from '@reduxjs/toolkit';
import { selectUser, type SessionState } from '../session';
import type { OpenPayment } from './rules';
import type { OpenPaymentsState } from './slice';

interface Root {
  session: SessionState;
  openPayments: OpenPaymentsState;
}

const selectState = (state: Root) => state.openPayments;

/** Those that another tab of this browser began. */
export const selectElsewhere = (state: Root) => state.openPayments.elsewhere;

/** The payment of a basket that this user began on this device and whose end nobody has been told. */
export const selectOpenPaymentOf =
  (basketId: string) =>
  ({ openPayments, session }: Root): OpenPayment | undefined =>
    openPayments.entries.find((entry) => entry.basketId === basketId && entry.ownerId === session.user?.id);

/** Those of the user that no page and no call of this tab is about to tell. */
export const selectUntoldPayments = createSelector([selectState, selectUser], (state, user) =>
  state.entries.filter(
    ({ ownerId, basketId, attempt }) =>
      ownerId === user?.id &&
      basketId !== state.shownBasketId &&
      (attempt === null || !state.sending.includes(attempt)),
  ),
);
