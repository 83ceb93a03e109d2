import type { PaymentProvider as ProviderName } from '../../../contract/constants/payment';
import type { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';

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

/** Who pays, as far as a provider wants to know; null where the profile does not say. */
export interface Buyer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  /** Ten digits of a company's tax number, or eleven of a person's. */
  identityNumber: string | null;
  address: string | null;
  city: string | null;
  /** ISO alpha-2. */
  countryCode: string;
  ip: string | null;
}

/** What belongs to an order beside its amount. */
export interface Purchase {
  buyer: Buyer;
  /** What is bought, in English, for the provider's own lists. */
  title: string;
  /** The card is charged again at each renewal. */
  renews: boolean;
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

/** The bank's step: a form that is sent to an address, a document of the bank's, or a page of the provider's to go on to. */
export type BankPage =
  | { kind: 'form'; action: string; fields: Record<string, string> }
  | { kind: 'html'; html: string }
  | { kind: 'link'; url: string };

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

/** The provider's own form: a page to be framed, or what the element in the dashboard's page is made with. */
export type OpenedForm =
  | { kind: 'page'; page: BankPage; reference: string | null }
  | { kind: 'element'; clientSecret: string; publishableKey: string; reference: string };

/** What became of a form that is not wanted any more. */
export type ClosedForm = 'open' | 'closed' | 'given_back';

/** A signed message of the provider's. `paymentId` is null where it is about something else. */
export interface WebhookNews {
  paymentId: string | null;
}

/**
 * Takes money. Its own answer to `complete` and `retrieve` is the truth of a payment, never what a browser brings. A call
 * that throws has an outcome that nobody knows yet: it is asked again.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** True: it takes no payment of a buyer without tax number, address and city. */
  readonly needsBuyer: boolean;
  /** Takes no money yet. `callbackUrl` is where the bank sends the browser back to. */
  startCard(order: Order, card: Card, ask: { callbackUrl: string }): Promise<Started>;
  /** Opens the provider's own form, which may take the money by itself. Throws where it cannot be opened. */
  startForm(order: Order, ask: { callbackUrl: string; language: Language }): Promise<OpenedForm>;
  /** Takes the money of an authorised payment. It may be called again only where `repeatsSafelyMs` is over 0. */
  complete(order: Order, reference: string | null): Promise<Outcome>;
  /**
   * What is known of the payment. `hasReturned`: the browser came back from the provider's form, so that a try which was
   * declined there is not followed by another one.
   */
  retrieve(order: Order, reference: string | null, hasReturned?: boolean): Promise<Outcome>;
  /**
   * For how long, in milliseconds after the first call, `chargeAgain` takes the money of an order once however often it is called. 0:
   * the provider knows no idempotency, and a second call of `chargeAgain` or `complete` is a second charge.
   */
  readonly repeatsSafelyMs: number;
  /** Charges a card that was used before. */
  chargeAgain(order: Order, customerToken: string): Promise<Outcome>;
  /** What became of a charge by `chargeAgain`, asked by our id alone; `waiting`: the provider knows of none. */
  findCharge(order: Order, customerToken: string): Promise<Outcome>;
  /**
   * Closes a form whose payment is over here, and gives back what it took or holds all the same. `open`: nothing was taken
   * yet, and the form cannot be closed from here. Throws where money is not given back.
   */
  closeForm(order: Order, reference: string | null): Promise<ClosedForm>;
  /** The bank's word on the challenge, where what the browser brings of it is signed by the provider; else null. */
  readReturn?(order: Order, reference: string | null, form: URLSearchParams): 'authorised' | 'failed' | null;
  /** What a message of the provider's is about, when its signature is right; else null. */
  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): WebhookNews | null;
}
