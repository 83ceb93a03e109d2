import type { PaymentProvider as ProviderName } from '../../../contract/constants/payment';
import type { ERROR_KEYS } from '../../../contract/constants/errorKeys';

/** What is to be paid: `id` is ours, and the provider is asked by it after a crash. Amounts in minor units. */
export interface Order {
  id: string;
  amountMinor: number;
  currency: string;
}

/** Raw card data: handed on once, kept nowhere. */
export interface Card {
  holderName: string;
  number: string;
  cvc: string;
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** Why a payment was declined: a key that has a text in the dashboard. */
export type DeclineKey =
  | typeof ERROR_KEYS.cardDeclined
  | typeof ERROR_KEYS.cardExpired
  | typeof ERROR_KEYS.cardCvc
  | typeof ERROR_KEYS.cardNumber
  | typeof ERROR_KEYS.cardFunds
  | typeof ERROR_KEYS.paymentInit
  | typeof ERROR_KEYS.challengeFailed;

/** The bank's step: a form that is sent to an address, or a document of the bank's. */
export type BankPage =
  { kind: 'form'; action: string; fields: Record<string, string> } | { kind: 'html'; html: string };

/** What a provider says of a payment. `authorised`: the challenge was passed, the money is not taken yet. */
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

/**
 * Takes money. Its own answer to `complete` and `retrieve` is the truth of a payment, never what a browser brings. A call
 * that throws has an outcome that nobody knows yet: it is asked again.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Takes no money yet. `callbackUrl` is where the bank sends the browser back to. */
  startCard(order: Order, card: Card, ask: { callbackUrl: string }): Promise<Started>;
  /** Takes the money of an authorised payment: once, however often it is asked. */
  complete(order: Order, reference: string | null): Promise<Outcome>;
  /** What is known of the payment. */
  retrieve(order: Order, reference: string | null): Promise<Outcome>;
  /** Charges a card that was used before: once for each order. */
  chargeAgain(order: Order, customerToken: string): Promise<Outcome>;
  /** The payment that a message of the provider's names, when its signature is right; else null. */
  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): string | null;
}
