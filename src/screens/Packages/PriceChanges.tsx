import type { ProductPriceChange } from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppSelector } from '../../store/hooks';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import styles from './Packages.module.css';

/**
 * Says which prices changed while the page was open. The region exists before the change, so that screen readers
 * announce it.
 */
export const PriceChanges = ({ priceChanges }: { priceChanges: readonly ProductPriceChange[] }) => {
  const locale = useAppSelector(selectLocale);
  return (
    <div role="status">
      {priceChanges.map(({ id, title, currency, before, after }) => (
        <p key={id} className={styles.moved}>
          <Icon name="clock" />
          <T
            id="packages.moved"
            values={{
              title,
              before: formatPrice(before, currency, locale),
              after: formatPrice(after, currency, locale),
            }}
          />
        </p>
      ))}
    </div>
  );
};
