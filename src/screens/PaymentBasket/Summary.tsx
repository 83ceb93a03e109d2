import { isDiscontinued, selectIsChanging, type Basket } from '../../domains/basket';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { FormMessage } from '../../ui/FormMessage';
import { T, useText } from '../../ui/text';
import { usePay } from './usePay';
import styles from './PaymentBasket.module.css';

/** The total from the server, and the payment button. */
export const Summary = ({ basket }: { basket: Basket }) => {
  const t = useText();
  const locale = useAppSelector(selectLocale);
  const isChanging = useAppSelector(selectIsChanging);
  const pay = usePay(basket._id);
  const isBlocked = basket.items.some(isDiscontinued);
  return (
    <section className={styles.summary} aria-label={t('basket.summary')}>
      <p role="status" aria-busy={isChanging} className={cx(styles.total, isChanging && styles.stale)}>
        <T id="basket.total" /> <strong>{formatPrice(basket.totalPrice, basket.currency, locale)}</strong>
      </p>
      {isBlocked && (
        <FormMessage>
          <T id="basket.unsoldFirst" />
        </FormMessage>
      )}
      <Button
        look="primary"
        wide
        busy={isChanging}
        aria-disabled={isBlocked || undefined}
        onClick={() => !isBlocked && pay()}
      >
        {t('basket.proceed')}
      </Button>
      <p className={styles.soft}>
        <T id="basket.next" />
      </p>
    </section>
  );
};
