import type { MessageId } from '../../lib/intl';
import type { RuntimeSettings } from '../../lib/settings';

interface Place {
  provider: RuntimeSettings['paymentProvider'];
  /** The card is typed on our own page; else into the provider's form. */
  isOurs: boolean;
  /** A plan is bought: the provider needs the card for its renewals. */
  renews: boolean;
}

/** What is true of a card at the place where it is typed (docs/decisions/0019-payment-providers.md). */
export const promisesOf = ({ provider, isOurs, renews }: Place): MessageId[] => {
  if (provider === 'sandbox') return ['payment.promise.sandbox'];
  // The server refuses to start with Stripe and a card page of ours.
  const place = isOurs && provider === 'iyzico' ? 'card' : provider;
  return [`payment.promise.${place}`, ...(renews ? ([`payment.promise.renews.${place}`] as const) : [])];
};
