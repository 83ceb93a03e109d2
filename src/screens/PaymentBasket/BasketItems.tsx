import { useId, type RefObject } from 'react';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  selectBasketChange,
  creditsOf,
  isDiscontinued,
  itemOffer,
  itemRemoved,
  limitOf,
  selectPendingQuantities,
  titleOf,
  type BasketItem,
  type Basket,
} from '../../domains/basket';
import { isSignedOut } from '../../domains/kit/failure';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { IconButton } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { useNow } from '../../ui/ticker';
import { OfferTimer } from '../../widgets/Offer/OfferTimer';
import { PlanTerms } from '../../widgets/PlanTerms/PlanTerms';
import { LimitWarning } from './LimitWarning';
import { Stepper } from './Stepper';
import styles from './PaymentBasket.module.css';

/** Says why a change of the basket failed: docs/PRODUCT.md#basket. */
export const ChangeProblem = () => {
  const change = useAppSelector(selectBasketChange);
  if (change.status !== 'failed' || isSignedOut(change.error)) return null;
  const { kind, key } = change.error;
  // The row shows this error.
  if (key === ERROR_KEYS.purchaseLimit) return null;
  return (
    <div className={styles.problem}>
      <FormMessage>
        {kind === 'conflict' ? <FailureText failure={change.error} /> : <T id="basket.anErrorOccuredTryAgain" />}
      </FormMessage>
    </div>
  );
};

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

const ItemRow = ({ item, currency }: ItemRowProps) => {
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
        <h3 className="size-16 breaks">{title}</h3>
        {plan ? (
          <PlanTerms plan={plan} className="hint" />
        ) : (
          <p className="hint">
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

/** The items of the basket: the package or plan first, then its add-ons. */
export const BasketItems = ({ basket, heading }: { basket: Basket; heading: RefObject<HTMLHeadingElement | null> }) => {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 ref={heading} tabIndex={-1} id={id} className={styles.sectionTitle}>
        <T id="basket.items" />
      </h2>
      <ul className={styles.rows}>
        {basket.items.map((item) => (
          <ItemRow key={item._id} item={item} currency={basket.currency} />
        ))}
      </ul>
    </section>
  );
};
