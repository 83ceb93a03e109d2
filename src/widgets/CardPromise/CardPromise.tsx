import type { MessageId } from '../../lib/intl';
import { type RuntimeSettings, readSettings } from '../../lib/settings';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import styles from './CardPromise.module.css';

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

interface CardPromiseProps {
  isOurs?: boolean;
  renews: boolean;
}

/** Says where the card data goes, by payment provider. */
export const CardPromise = ({ isOurs = false, renews }: CardPromiseProps) => (
  <div className={styles.promise}>
    <Icon name="lock" size={16} />
    <div>
      {promisesOf({ provider: readSettings().paymentProvider, isOurs, renews }).map((id) => (
        <p key={id}>
          <T id={id} />
        </p>
      ))}
    </div>
  </div>
);
