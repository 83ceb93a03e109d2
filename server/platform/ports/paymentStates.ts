import { sql, type RawBuilder } from 'kysely';
import type { PaymentState } from '../../../contract/constants/payment';
import type { PaymentsState } from '../database/schema';

export type StoredState = PaymentsState;

/** The side that moves a payment: this server, the provider by its response, or an operator by hand. */
export type Initiator = 'server' | 'provider' | 'operator';

interface StateRules {
  /** Its name on the wire. */
  wireState: PaymentState;
  /** Whether the provider may have taken the money. */
  mayHoldMoney: boolean;
  /** True when renewals use the state. Renewals have no challenge, because no user is present to answer it. */
  allowsRenewals: boolean;
  /** The possible next states, and which side may move the payment there. */
  next: Partial<Record<StoredState, readonly Initiator[]>>;
}

/** Every state of a payment and every allowed move between two of them. */
export const PAYMENT_STATES: Readonly<Record<StoredState, StateRules>> = {
  started: {
    wireState: 'pending',
    mayHoldMoney: false,
    allowsRenewals: true,
    next: { challenge: ['server'], charging: ['server'], failed: ['server', 'provider'] },
  },
  challenge: {
    wireState: 'pending',
    mayHoldMoney: false,
    allowsRenewals: false,
    // A provider may report a charge for a challenge that this server has not completed; the report is accepted.
    next: {
      charging: ['server'],
      review: ['provider'],
      succeeded: ['provider'],
      failed: ['server', 'provider'],
    },
  },
  charging: {
    wireState: 'pending',
    mayHoldMoney: true,
    allowsRenewals: true,
    next: {
      review: ['provider'],
      succeeded: ['provider', 'operator'],
      failed: ['provider', 'operator'],
    },
  },
  review: {
    wireState: 'pending',
    mayHoldMoney: true,
    allowsRenewals: true,
    next: { succeeded: ['provider'], failed: ['provider'] },
  },
  succeeded: { wireState: 'success', mayHoldMoney: true, allowsRenewals: true, next: {} },
  // A charge may arrive late, after the payment was marked as failed.
  failed: { wireState: 'failure', mayHoldMoney: false, allowsRenewals: true, next: { succeeded: ['provider'] } },
};

const ALL = Object.keys(PAYMENT_STATES) as StoredState[];

/** States in which a charge may still arrive. */
export const LIVE_STATES = ALL.filter((state) => PAYMENT_STATES[state].wireState === 'pending');

/** States of a renewal whose charge is in progress. */
export const LIVE_RENEWAL_STATES = LIVE_STATES.filter((state) => PAYMENT_STATES[state].allowsRenewals);

export const isLive = (state: StoredState): boolean => PAYMENT_STATES[state].wireState === 'pending';

/** Returns whether `by` may move a payment from one state to the other. */
export const mayMove = (from: StoredState, to: StoredState, by: Initiator): boolean =>
  PAYMENT_STATES[from].next[to]?.includes(by) ?? false;

/** Returns the states from which `by` may move a payment to `to`. */
export const statesBefore = (to: StoredState, by: Initiator): StoredState[] =>
  ALL.filter((from) => mayMove(from, to, by));

/** Returns states as literals for `state in (…)`, so that the planner can use partial indexes. */
export const stateList = (states: readonly StoredState[]): RawBuilder<unknown> =>
  sql.join(states.map((state) => sql.lit(state)));
