import type { MessageId } from '../../lib/intl';
import type { RuntimeSettings } from '../../lib/settings';

interface Place {
  provider: RuntimeSettings['paymentProvider'];
  /** The user types the card on our own page, not into the provider's form. */
  isOurs: boolean;
  /** The user buys a plan, so the provider keeps the card for renewals. */
  renews: boolean;
}

/** Returns what is true of a card where the user types it (docs/decisions/0019-payment-providers.md). */
export const promisesOf = ({ provider, isOurs, renews }: Place): MessageId[] => {
  if (provider === 'sandbox') return ['payment.promise.sandbox'];
  // The server refuses to start with Stripe and our own card page.
  const place = isOurs && provider === 'iyzico' ? 'card' : provider;
  return [`payment.promise.${place}`, ...(renews ? ([`payment.promise.renews.${place}`] as const) : [])];
};
