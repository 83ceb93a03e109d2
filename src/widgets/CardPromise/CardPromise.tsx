import { readSettings } from '../../lib/settings';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import { promisesOf } from './promises';
import styles from './CardPromise.module.css';

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
