import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { creditsOf, titleOf, type Basket, type BasketRouteState, type PriceChange } from '../../domains/basket';
import { formatPrice } from '../../lib/money';
import { paths } from '../../lib/paths';
import { Card } from '../../ui/Page';
import { T } from '../../ui/text';
import { cx } from '../../ui/cx';
import styles from './OrderSummary.module.css';

interface OrderSummaryProps {
  basket: Basket;
  priceChange?: PriceChange | null;
  className?: string;
}

/** The items and the total of a basket that is about to be paid, with a link that changes it. */
export const OrderSummary = ({ basket, priceChange, className }: OrderSummaryProps) => {
  const { locale } = useIntl();
  const price = (amount: number) => formatPrice(amount, basket.currency, locale);
  return (
    <Card className={cx(styles.summary, className)}>
      <div className="flex between on-baseline gap-12 size-14">
        <h2 className="size-16">
          <T id="payment.card.order" />
        </h2>
        <Link to={paths.basket()} state={{ basketId: basket._id } satisfies BasketRouteState}>
          <T id="payment.card.change" />
        </Link>
      </div>
      <ul className="stack gap-12">
        {basket.items.map((item) => (
          <li key={item._id} className="flex between gap-16">
            <span>
              <span>{titleOf(item)}</span>
              {item.quantity > 1 && (
                <span className={styles.quantity}>
                  <T id="payment.card.quantity" values={{ count: item.quantity }} />
                </span>
              )}
              {creditsOf(item) > 0 && (
                <span className="block hint">
                  <T id="packages.credits" values={{ count: creditsOf(item) }} />
                </span>
              )}
            </span>
            <span className="numbers one-line">{price(item.totalPrice)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <T id="payment.card.total" />
        <span>
          {priceChange && <s className="soft">{price(priceChange.before)}</s>}{' '}
          <strong className="numbers one-line">{price(basket.totalPrice)}</strong>
        </span>
      </p>
    </Card>
  );
};
