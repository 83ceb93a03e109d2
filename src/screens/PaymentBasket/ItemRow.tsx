import {
  creditsOf,
  isDiscontinued,
  itemOffer,
  itemRemoved,
  limitOf,
  selectPendingQuantities,
  titleOf,
  type BasketItem,
} from '../../domains/basket';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { T, useText } from '../../ui/text';
import { useNow } from '../../ui/ticker';
import { OfferTimer } from '../../widgets/Offer/OfferTimer';
import { PlanTerms } from '../../widgets/PlanTerms/PlanTerms';
import { LimitWarning } from './LimitWarning';
import { Stepper } from './Stepper';
import styles from './PaymentBasket.module.css';

interface ItemRowProps {
  item: BasketItem;
  currency: string;
}

/**
 * Shows the countdown of a limited price, or that the price or item is no longer offered, before the payment is
 * refused.
 */
const Offer = ({ item, currency }: ItemRowProps) => {
  const locale = useAppSelector(selectLocale);
  const now = useNow();
  if (isDiscontinued(item))
    return (
      <p className={styles.ended}>
        <T id="basket.unsold" />
      </p>
    );
  const offer = itemOffer(item);
  if (!offer) return null;
  if ('endsAt' in offer && offer.endsAt > now) return <OfferTimer endsAt={offer.endsAt} />;
  const price = 'price' in offer ? offer.price : (item.product?.price ?? item.unitPrice);
  return (
    <p className={styles.ended}>
      <T id="basket.offerEnded" values={{ price: formatPrice(price, currency, locale) }} />
    </p>
  );
};

export const ItemRow = ({ item, currency }: ItemRowProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const pendingQuantity = useAppSelector(selectPendingQuantities)[item._id];
  const title = titleOf(item);
  const { plan, product } = item;
  const limit = isDiscontinued(item) ? 1 : limitOf(product);
  const quantity = pendingQuantity ?? item.quantity;
  const format = (amount: number) => formatPrice(amount, currency, locale);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3 className={styles.name}>{title}</h3>
        {plan ? (
          <PlanTerms plan={plan} className={styles.soft} />
        ) : (
          <p className={styles.soft}>
            <T id="basket.each" values={{ price: format(item.unitPrice) }} />
            {creditsOf(item, quantity) > 0 && (
              <span className={styles.credits}>
                <T id="packages.credits" values={{ count: creditsOf(item, quantity) }} />
              </span>
            )}
          </p>
        )}
        <Offer item={item} currency={currency} />
      </div>
      {limit > 1 && <Stepper itemId={item._id} title={title} quantity={quantity} limit={limit} />}
      <p className={cx(styles.price, pendingQuantity !== undefined && styles.stale)}>{format(item.totalPrice)}</p>
      <IconButton
        icon="trash"
        label={t('basket.remove', { title })}
        onClick={() => dispatch(itemRemoved({ itemId: item._id }))}
      />
      <LimitWarning changedAt={item._id} isReached={limit > 1 && quantity >= limit} />
    </li>
  );
};
