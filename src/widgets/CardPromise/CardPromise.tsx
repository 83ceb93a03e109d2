import { readSettings } from '../../lib/settings';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import { promisesOf } from './promises';
import styles from './CardPromise.module.css';

interface CardPromiseProps {
  /** The user types the card on our own page. */
  isOurs?: boolean;
  /** The user buys a plan. */
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
