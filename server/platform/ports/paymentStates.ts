import { sql, type RawBuilder } from 'kysely';
import type { PaymentState } from '../../../contract/constants/payment';
import type { PaymentsState } from '../database/schema';

/** The state of a payment in the store. */
export type StoredState = PaymentsState;

/** Who moves a payment: this server by itself, the provider by its answer, an operator by hand. */
export type Mover = 'server' | 'provider' | 'operator';

interface StateRules {
  /** What the wire calls it. */
  shown: PaymentState;
  /** Whether the provider may have taken the money. */
  mayHoldMoney: boolean;
  /** Whether renewals pass through it; nobody sits before a renewal to answer a challenge. */
  ofRenewals: boolean;
  /** The states that may follow, and who may move the payment there. */
  next: Partial<Record<StoredState, readonly Mover[]>>;
}

/** Every state of a payment and every move between two of them. */
export const PAYMENT_STATES: Readonly<Record<StoredState, StateRules>> = {
  started: {
    shown: 'pending',
    mayHoldMoney: false,
    ofRenewals: true,
    next: { challenge: ['server'], charging: ['server'], failed: ['server', 'provider'] },
  },
  challenge: {
    shown: 'pending',
    mayHoldMoney: false,
    ofRenewals: false,
    // A provider may report money for a challenge that this server has not charged: it is believed.
    next: {
      charging: ['server'],
      review: ['provider'],
      succeeded: ['provider'],
      failed: ['server', 'provider'],
    },
  },
  charging: {
    shown: 'pending',
    mayHoldMoney: true,
    ofRenewals: true,
    next: {
      review: ['provider'],
      succeeded: ['provider', 'operator'],
      failed: ['provider', 'operator'],
    },
  },
  review: {
    shown: 'pending',
    mayHoldMoney: true,
    ofRenewals: true,
    next: { succeeded: ['provider'], failed: ['provider'] },
  },
  succeeded: { shown: 'success', mayHoldMoney: true, ofRenewals: true, next: {} },
  // Money may come late, after the payment was taken for failed.
  failed: { shown: 'failure', mayHoldMoney: false, ofRenewals: true, next: { succeeded: ['provider'] } },
};

const ALL = Object.keys(PAYMENT_STATES) as StoredState[];

/** States in which a charge may still come. */
export const LIVE_STATES = ALL.filter((state) => PAYMENT_STATES[state].shown === 'pending');

/** States of a renewal whose charge is under way. */
export const LIVE_RENEWAL_STATES = LIVE_STATES.filter((state) => PAYMENT_STATES[state].ofRenewals);

export const isLive = (state: StoredState): boolean => PAYMENT_STATES[state].shown === 'pending';

/** Whether `by` may move a payment from one state to the other. */
export const mayMove = (from: StoredState, to: StoredState, by: Mover): boolean =>
  PAYMENT_STATES[from].next[to]?.includes(by) ?? false;

/** The states from which `by` may move a payment to `to`. */
export const statesBefore = (to: StoredState, by: Mover): StoredState[] => ALL.filter((from) => mayMove(from, to, by));

/** States as literals for `state in (…)`, so that the planner can use the indexes of some states alone. */
export const stateList = (states: readonly StoredState[]): RawBuilder<unknown> =>
  sql.join(states.map((state) => sql.lit(state)));
