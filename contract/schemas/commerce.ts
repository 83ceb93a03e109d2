import { Type, type Static } from 'typebox';
import { BASKET_QUANTITY_MAX, CARD_HOLDER_MAX, PAGE_LIMIT_MAX, PAGE_MAX } from '../constants/limits';
import {
  BASKET_STATUSES,
  CREDIT_KINDS,
  PAYMENT_PROVIDERS,
  PAYMENT_STATES,
  PRODUCT_TYPES,
  type PaymentState,
} from '../constants/payment';
import { Id, Instant, Nullable, OneOf } from './common';
import { Feature, SubscriptionPlan } from './product';

/** A key of ours in hexadecimal: baskets, items, payments. */
export const Key = Type.String({ pattern: '^[0-9a-f]{24,64}$' });

/**
 * What can be bought, in the request's language. Prices in the currency's main unit; `rule_price` is what is charged
 * until `rule_price_ttl`, `price` afterwards; `originalPrice` is the one that is struck through. Spec 2, point 3.
 */
export const Product = Type.Object({
  id: Id,
  type: OneOf(PRODUCT_TYPES),
  title: Type.String(),
  price: Type.Number(),
  originalPrice: Nullable(Type.Number()),
  currency: Type.String(),
  isPopular: Type.Boolean(),
  isSpecial: Type.Boolean(),
  isForNewcomers: Type.Boolean(),
  isForReturnees: Type.Boolean(),
  testGroup: Nullable(Type.Integer()),
  isDashboardAccess: Type.Boolean(),
  isStandalone: Type.Boolean(),
  isJobRelated: Type.Boolean(),
  order: Type.Integer(),
  features: Type.Array(Feature),
  credit: Type.Integer(),
  creditTypeId: Type.Integer(),
  countryId: Nullable(Id),
  relatedPackages: Type.Array(Id),
  purchaseLimit: Nullable(Type.Integer({ minimum: 1 })),
  thread_creation_amount: Type.Integer(),
  job_creation_amount: Type.Integer(),
  rule_price: Nullable(Type.Number()),
  rule_price_ttl: Nullable(Instant),
  imageUrl: Nullable(Type.String()),
});
export type Product = Static<typeof Product>;
/** In the catalogue's order, and only those that the company may buy (newcomers, returnees, its test group). */
export const PackagesPayload = Type.Object({ packages: Type.Array(Product) });
export const ProductQuery = Type.Object({ type: OneOf(PRODUCT_TYPES), relatedPackageId: Type.Optional(Id) });
export const Products = Type.Array(Product);

export const BasketItem = Type.Object({
  _id: Key,
  quantity: Type.Integer({ minimum: 1, maximum: BASKET_QUANTITY_MAX }),
  /** Null for a plan. */
  product: Nullable(Product),
  plan: Nullable(SubscriptionPlan),
  /** False for what is no longer sold to the company: it has to leave the basket before the basket can be paid. */
  isOffered: Type.Boolean(),
  unitPrice: Type.Number(),
  totalPrice: Type.Number(),
});
/** Totals are the server's, at the prices of this moment. */
export const Basket = Type.Object({
  _id: Key,
  userId: Id,
  status: OneOf(BASKET_STATUSES),
  items: Type.Array(BasketItem),
  totalPrice: Type.Number(),
  currency: Type.String(),
});
export type Basket = Static<typeof Basket>;
export const BasketPayload = Type.Object({ basket: Basket });
/** Null when there is no open basket. */
export const OpenBasketPayload = Type.Object({ basket: Nullable(Basket) });

/** One of the two. A second package takes the place of the first, whose add-ons go with it. */
export const ItemBody = Type.Union([
  Type.Object({ productId: Id }, { additionalProperties: false }),
  Type.Object({ planId: Id }, { additionalProperties: false }),
]);
export type ItemBody = Static<typeof ItemBody>;
export const QuantityBody = Type.Object({ quantity: Type.Integer({ minimum: 1, maximum: BASKET_QUANTITY_MAX }) });
export type QuantityBody = Static<typeof QuantityBody>;

/** A path of the dashboard, to which the payment returns. */
const OwnPath = Type.String({ pattern: '^/(?![/\\\\])[\\x21-\\x7e]*$', maxLength: 512 });

/** Raw card data: read once, handed to the provider, kept nowhere. */
export const CardBody = Type.Object({
  basketId: Key,
  cardHolderName: Type.String({ minLength: 1, maxLength: CARD_HOLDER_MAX, pattern: '\\S' }),
  cardNumber: Type.String({ pattern: '^\\d{12,19}$' }),
  cvc: Type.String({ pattern: '^\\d{3,4}$' }),
  expireMonth: Type.String({ pattern: '^(0[1-9]|1[0-2])$' }),
  expireYear: Type.String({ pattern: '^\\d{2}(\\d{2})?$' }),
  referrer: Type.Optional(OwnPath),
});
export type CardBody = Static<typeof CardBody>;

/**
 * `result`: the address of a page of ours that holds the bank's step, to be framed; null when no step is needed and the
 * payment is settled (ask for its state by `POST /payment/sync`).
 */
export const CardPayload = Type.Object({ provider: OneOf(PAYMENT_PROVIDERS), result: Nullable(Type.String()) });
export type CardPayload = Static<typeof CardPayload>;

/** What the provider's own form takes the money for: a package alone in the basket, or the basket as it stands. */
export const CheckoutBody = Type.Union([
  Type.Object({ packageId: Id, referrer: Type.Optional(OwnPath) }, { additionalProperties: false }),
  Type.Object({ basketId: Key, referrer: Type.Optional(OwnPath) }, { additionalProperties: false }),
]);
export type CheckoutBody = Static<typeof CheckoutBody>;
/**
 * The provider's form. `sandbox` and `iyzico`: `result` is the address of a page of ours that holds it, to be framed as it is;
 * it opens once. `stripe`: `result` is the client secret of the payment element, which is made with `publishableKey` and
 * confirmed with `return_url: finalizeUrl`. `basketId` is what `POST /payment/sync` asks by. API contract, section 9.
 */
export const CheckoutPayload = Type.Object({
  provider: OneOf(PAYMENT_PROVIDERS),
  result: Type.String(),
  basketId: Key,
  /** Null but for Stripe. */
  publishableKey: Nullable(Type.String()),
  /** Null but for Stripe. */
  finalizeUrl: Nullable(Type.String()),
});
export type CheckoutPayload = Static<typeof CheckoutPayload>;

/**
 * What the framed pages tell the dashboard around them by `postMessage`, when the payment has come back: the bank's step
 * of `POST /payment/card` as well as the provider's form. Never the truth of it: that is `POST /payment/sync`.
 */
export interface PaymentMessage {
  type: 'payment';
  status: PaymentState;
  /** One of `PAYMENT_ERROR_KEYS`, with a failure. */
  errorKey?: string;
  basketId?: string;
}

/** `attemptKey`: the `Idempotency-Key` of a card payment, to ask about that attempt instead of the basket's newest one. */
export const SyncBody = Type.Object({
  basketId: Key,
  attemptKey: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' })),
});
export type SyncBody = Static<typeof SyncBody>;
export const SyncPayload = Type.Object({
  status: OneOf(PAYMENT_STATES),
  errorKey: Type.Optional(Type.String()),
  jobCreationBalance: Type.Integer({ minimum: 0 }),
});
export type SyncPayload = Static<typeof SyncPayload>;

export const StatementQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_LIMIT_MAX })),
});
export type StatementQuery = Static<typeof StatementQuery>;
/** One row of the ledger of credits, the newest first; `balance` is the sum up to and with it. */
export const CreditEntry = Type.Object({
  id: Id,
  at: Instant,
  kind: OneOf(CREDIT_KINDS),
  amount: Type.Integer(),
  balance: Type.Integer(),
  job: Nullable(Type.Object({ id: Id, title: Type.String() })),
  userName: Nullable(Type.String()),
  payment: Nullable(Type.Object({ id: Key, amount: Type.Number(), currency: Type.String() })),
});
export type CreditEntry = Static<typeof CreditEntry>;
export const CreditEntries = Type.Array(CreditEntry);
