import { Type, type Static } from 'typebox';
import { BASKET_QUANTITY_MAX, CARD_HOLDER_MAX } from '../constants/limits';
import {
  BASKET_STATUSES,
  CREDIT_KINDS,
  PAYMENT_PROVIDERS,
  PAYMENT_STATES,
  PRODUCT_TYPES,
  type PaymentState,
} from '../constants/payment';
import { FilledText, Id, Instant, Nullable, OneOf, paging } from './common';
import { Feature, SubscriptionPlan } from './product';

/** A key of the server in hexadecimal, for baskets, items and payments. */
export const Key = Type.String({ pattern: '^[0-9a-f]{24,64}$' });

/**
 * A product in the request's language. Prices are in the currency's main unit: the company pays `rule_price` until
 * `rule_price_ttl` and `price` afterwards. `originalPrice` is shown struck through.
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
/** The packages that the company may buy (newcomers, returnees, its test group), in the catalogue's order. */
export const PackagesPayload = Type.Object({ packages: Type.Array(Product) });
export const ProductQuery = Type.Object({ type: OneOf(PRODUCT_TYPES), relatedPackageId: Type.Optional(Id) });
export const Products = Type.Array(Product);

const BasketItem = Type.Object({
  _id: Key,
  quantity: Type.Integer({ minimum: 1, maximum: BASKET_QUANTITY_MAX }),
  /** Null for a plan. */
  product: Nullable(Product),
  plan: Nullable(SubscriptionPlan),
  /** False for an item that is no longer sold to the company. The basket cannot be paid until it is removed. */
  isOffered: Type.Boolean(),
  unitPrice: Type.Number(),
  totalPrice: Type.Number(),
});
/** The server computes the totals at the current prices. */
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

/** Exactly one of the two. A second package replaces the first together with its add-ons. */
export const ItemBody = Type.Union([
  Type.Object({ productId: Id }, { additionalProperties: false }),
  Type.Object({ planId: Id }, { additionalProperties: false }),
]);
export type ItemBody = Static<typeof ItemBody>;
export const QuantityBody = Type.Object({ quantity: Type.Integer({ minimum: 1, maximum: BASKET_QUANTITY_MAX }) });

/** The dashboard path to which the payment returns. */
const OwnPath = Type.String({ pattern: '^/(?![/\\\\])[\\x21-\\x7e]*$', maxLength: 512 });

/** Raw card data. The server passes it to the provider once and never stores it. */
export const CardBody = Type.Object({
  basketId: Key,
  cardHolderName: FilledText(CARD_HOLDER_MAX),
  cardNumber: Type.String({ pattern: '^\\d{12,19}$' }),
  cvc: Type.String({ pattern: '^\\d{3,4}$' }),
  expireMonth: Type.String({ pattern: '^(0[1-9]|1[0-2])$' }),
  expireYear: Type.String({ pattern: '^\\d{2}(\\d{2})?$' }),
  referrer: Type.Optional(OwnPath),
});
export type CardBody = Static<typeof CardBody>;

/**
 * `result` is the address of a server page with the bank's step, to show in a frame. It is null when there is no such
 * step and the payment is settled; `POST /payment/sync` returns its state.
 */
export const CardPayload = Type.Object({ provider: OneOf(PAYMENT_PROVIDERS), result: Nullable(Type.String()) });
export type CardPayload = Static<typeof CardPayload>;

/** The items that the provider's form charges for: one package alone, or a whole basket. */
export const CheckoutBody = Type.Union([
  Type.Object({ packageId: Id, referrer: Type.Optional(OwnPath) }, { additionalProperties: false }),
  Type.Object({ basketId: Key, referrer: Type.Optional(OwnPath) }, { additionalProperties: false }),
]);
export type CheckoutBody = Static<typeof CheckoutBody>;
/**
 * The provider's form. For `sandbox` and `iyzico`, `result` is the address of a server page to show in a frame; it
 * opens once. For `stripe`, `result` is the client secret of the payment element, which needs `publishableKey` and is
 * confirmed with `return_url: finalizeUrl`. `POST /payment/sync` takes `basketId`. See docs/API.md#checkout-calls.
 */
export const CheckoutPayload = Type.Object({
  provider: OneOf(PAYMENT_PROVIDERS),
  result: Type.String(),
  basketId: Key,
  /** Only for Stripe. */
  publishableKey: Nullable(Type.String()),
  /** Only for Stripe. */
  finalizeUrl: Nullable(Type.String()),
});
export type CheckoutPayload = Static<typeof CheckoutPayload>;

/**
 * The `postMessage` data that framed pages send to the dashboard when a payment returns from the bank's step or the
 * provider's form. It proves nothing: `POST /payment/sync` returns the true state.
 */
export interface PaymentMessage {
  type: 'payment';
  status: PaymentState;
  /** One of `PAYMENT_ERROR_KEYS`, for a failure. */
  errorKey?: string;
  basketId?: string;
}

/**
 * `attemptKey` is the `Idempotency-Key` of a card payment. It selects that attempt instead of the basket's newest one.
 */
export const SyncBody = Type.Object({
  basketId: Key,
  attemptKey: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' })),
});
export type SyncBody = Static<typeof SyncBody>;
export const SyncPayload = Type.Object({
  status: OneOf(PAYMENT_STATES),
  errorKey: Type.Optional(Type.String()),
  /** The bank's page waits for the user, who may close it and pay again. */
  mayStartAgain: Type.Boolean(),
  jobCreationBalance: Type.Integer({ minimum: 0 }),
});
export type SyncPayload = Static<typeof SyncPayload>;

export const StatementQuery = Type.Object(paging(0));
export type StatementQuery = Static<typeof StatementQuery>;
/** A row of the credit ledger, newest first. `balance` is the sum up to and including it. */
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
