import { sql, type RawBuilder } from 'kysely';
import type { PaymentState, PaymentProvider as ProviderName } from '../../../contract/constants/payment';
import type { Database, Row } from '../database/schema';
import type { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';

export type StoredState = Database['payments']['state'];

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

/** An amount to be paid, in minor units. `id` is ours; after a crash the server asks the provider with it. */
export interface Order {
  id: string;
  amountMinor: number;
  currency: string;
}

/** Raw card data: passed to the provider once and never stored. */
export interface Card {
  holderName: string;
  number: string;
  cvc: string;
  month: number;
  /** Four digits. */
  year: number;
}

/** The buyer's data that a provider may require; null where the profile is empty. */
export interface Buyer extends Row<'users', 'firstName' | 'lastName' | 'email' | 'phone' | 'countryCode'> {
  id: string;
  /** A company's tax number of ten digits, or a person's identity number of eleven. */
  identityNumber: string | null;
  address: string | null;
  city: string | null;
  ip: string | null;
}

/** An order with the data about its purchase. */
export interface Purchase {
  buyer: Buyer;
  /** What is bought, in English, for the provider's records. */
  title: string;
  /** True when the card is charged again at each renewal. */
  renews: boolean;
}

/** The reason of a declined payment: a key that has a text in the dashboard. */
export type DeclineKey =
  | typeof ERROR_KEYS.cardDeclined
  | typeof ERROR_KEYS.cardExpired
  | typeof ERROR_KEYS.cardCvc
  | typeof ERROR_KEYS.cardNumber
  | typeof ERROR_KEYS.cardFunds
  | typeof ERROR_KEYS.paymentInit
  | typeof ERROR_KEYS.challengeFailed;

/** The bank's challenge: a form to submit to an address, a document of the bank, or a page of the provider to open. */
export type BankPage =
  | { kind: 'form'; action: string; fields: Record<string, string> }
  | { kind: 'html'; html: string }
  | { kind: 'link'; url: string };

/** A provider's report about a payment. `authorised`: the challenge was passed, but the money is not taken yet. */
export type Outcome =
  | { state: 'waiting' }
  | { state: 'authorised' }
  | { state: 'succeeded'; reference: string; customerToken: string | null }
  | { state: 'review' }
  | { state: 'failed'; key: DeclineKey };

export type Started =
  | { kind: 'challenge'; page: BankPage; reference: string | null }
  | { kind: 'authorised'; reference: string | null }
  | { kind: 'declined'; key: DeclineKey };

/** The provider's form: a page to frame, or the data for the provider's element in the dashboard's page. */
export type OpenedForm =
  | { kind: 'page'; page: BankPage; reference: string | null }
  | { kind: 'element'; clientSecret: string; publishableKey: string; reference: string };

/** The result of closing a form that is no longer wanted. */
export type ClosedForm = 'open' | 'closed' | 'given_back';

/** A signed webhook message of the provider. `paymentId` is null when it is about something else. */
export interface WebhookMessage {
  paymentId: string | null;
}

/**
 * Takes payments. Only its own responses to `complete` and `retrieve` decide a payment, never data from a browser.
 * After a call that throws, the outcome is unknown and must be requested again.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** True when the provider rejects payments of a buyer without tax number, address and city. */
  readonly needsBuyer: boolean;
  /** Starts a card payment without taking money. The bank sends the browser back to `callbackUrl`. */
  startCard(order: Order, card: Card, options: { callbackUrl: string }): Promise<Started>;
  /** Opens the provider's form, which may take the money itself. Throws when it cannot be opened. */
  startForm(order: Order, options: { callbackUrl: string; language: Language }): Promise<OpenedForm>;
  /** Takes the money of an authorised payment. Repeat the call only when `repeatsSafelyMs` is over 0. */
  complete(order: Order, reference: string | null): Promise<Outcome>;
  /**
   * Returns the current outcome of the payment. `hasReturned`: the browser came back from the provider's form, so a
   * declined try there will not be followed by another.
   */
  retrieve(order: Order, reference: string | null, hasReturned?: boolean): Promise<Outcome>;
  /**
   * Milliseconds after the first call during which repeated `chargeAgain` calls charge an order only once. 0: the
   * provider has no idempotency, and a second call of `chargeAgain` or `complete` charges twice.
   */
  readonly repeatsSafelyMs: number;
  /** Charges a card that was used before. */
  chargeAgain(order: Order, customerToken: string): Promise<Outcome>;
  /**
   * Returns the outcome of a charge by `chargeAgain`, looked up by our id alone; `waiting`: the provider knows none.
   */
  findCharge(order: Order, customerToken: string): Promise<Outcome>;
  /**
   * Closes the form of a payment that is over here, and refunds or releases any money that it took or holds. `open`:
   * nothing was taken yet, and the form cannot be closed from here. Throws when money is not given back.
   */
  closeForm(order: Order, reference: string | null): Promise<ClosedForm>;
  /**
   * Returns the bank's result of the challenge when the provider has signed the data that the browser brings;
   * otherwise null.
   */
  readReturn?(order: Order, reference: string | null, form: URLSearchParams): 'authorised' | 'failed' | null;
  /** Returns the content of a webhook message with a valid signature; otherwise null. */
  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): WebhookMessage | null;
}
