import {
  quantityChosen,
  selectBasketChange,
  selectChangingKey,
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
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { useText, T } from '../../ui/text';
import styles from './PaymentBasket.module.css';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { useId, type RefObject } from 'react';
import { isSignedOut } from '../../domains/kit/failure';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { cx } from '../../ui/cx';
import { useNow } from '../../ui/ticker';
import { OfferTimer, PlanTerms } from '../../widgets/Payment/Payment';

interface StepperProps {
  itemId: string;
  title: string;
  quantity: number;
  limit: number;
}

/** Changes the quantity in steps of one, from one to the limit. A disabled button keeps the focus. */
const Stepper = ({ itemId, title, quantity, limit }: StepperProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const step = (by: number) => {
    const next = quantity + by;
    if (next >= 1 && next <= limit) dispatch(quantityChosen({ itemId, quantity: next }));
  };
  return (
    <div role="group" className={styles.stepper} aria-label={t('basket.quantity', { title })}>
      <IconButton
        icon="minus"
        label={t('basket.less', { title })}
        aria-disabled={quantity <= 1 || undefined}
        onClick={() => step(-1)}
      />
      <span className={styles.quantity}>{quantity}</span>
      <IconButton
        icon="plus"
        label={t('basket.more', { title })}
        aria-disabled={quantity >= limit || undefined}
        onClick={() => step(1)}
      />
    </div>
  );
};

interface LimitWarningProps {
  /** The control whose change the server may have refused. */
  changedAt: string;
  /** The basket holds as many as the company may buy. */
  isReached: boolean;
  /** Another row announces the limit to screen readers. */
  isQuiet?: boolean;
}

/** Warns that the purchase limit is reached: docs/PRODUCT.md#basket. */
export const LimitWarning = ({ changedAt, isReached, isQuiet }: LimitWarningProps) => {
  const change = useAppSelector(selectBasketChange);
  const changingKey = useAppSelector(selectChangingKey);
  const isRefused =
    change.status === 'failed' && changingKey === changedAt && change.error.key === ERROR_KEYS.purchaseLimit;
  return (
    <div role={isQuiet ? undefined : 'status'} className={styles.limit}>
      {(isReached || isRefused) && <T id="basket.reachedPurchaseLimit" />}
    </div>
  );
};

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
  if (isDiscontinued(item)) return <T as="p" className={styles.ended} id="basket.unsold" />;
  const offer = itemOffer(item);
  if (!offer) return null;
  if ('endsAt' in offer && offer.endsAt > now) return <OfferTimer endsAt={offer.endsAt} />;
  const price = 'price' in offer ? offer.price : (item.product?.price ?? item.unitPrice);
  return (
    <T
      as="p"
      className={styles.ended}
      id="basket.offerEnded"
      values={{ price: formatPrice(price, currency, locale) }}
    />
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
              <T className={styles.credits} id="packages.credits" values={{ count: creditsOf(item, quantity) }} />
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
