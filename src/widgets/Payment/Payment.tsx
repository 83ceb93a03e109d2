import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { type BasketRouteState, creditsOf, titleOf, type Basket, type PriceChange } from '../../domains/basket';
import { nextPageOf } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/Button';
import { EmptyState, FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { dayAt } from '../../../contract/zone';
import { dayText } from '../../../contract/constants/text';
import { renewalDay, type SubscriptionPlan, timeLeft } from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { readSettings, type RuntimeSettings } from '../../lib/settings';
import { useAppSelector } from '../../store/hooks';
import { useNowEach, useNow } from '../../ui/ticker';
import type { MessageId } from '../../lib/intl';
import { Icon } from '../../ui/icons';
import styles from './Payment.module.css';
import { useIntl } from 'react-intl';
import { Card } from '../../ui/LoadState';
import { cx } from '../../ui/cx';
import { Link } from '../../ui/router';
import { formatDay, formatTime } from '../../lib/dates';

const NEXT_PAGES = {
  packages: { id: 'payment.toPackages', to: () => paths.packages() },
  profile: { id: 'payment.toProfile', to: () => paths.profileEdit() },
  basket: { id: 'payment.toBasket', to: () => paths.basket() },
  result: { id: 'payment.toResult', to: (basketId: string) => paths.paymentResult({ basketId }) },
} as const;

/** A link to the page that continues a refused payment. */
export const NextPageLink = ({ nextPage, basketId }: { nextPage: keyof typeof NEXT_PAGES; basketId: string }) => (
  <Link to={NEXT_PAGES[nextPage].to(basketId)} state={{ basketId } satisfies BasketRouteState}>
    <T id={NEXT_PAGES[nextPage].id} />
  </Link>
);

/** The basket is gone; the packages lead to a new one. */
export const BasketGone = () => (
  <EmptyState
    icon="basket"
    title={<T id="basket.notFound.title" />}
    action={<ButtonLink to={paths.packages()} look="primary" textId="payment.toPackages" />}
  />
);

/**
 * Shows why a payment was refused, with a link to the next step. Without a basket there is no link to a basket or a
 * result.
 */
export const PaymentRefusal = ({ failure, basketId }: { failure: Failure; basketId: string | null }) => {
  const nextPage = nextPageOf(failure);
  if (failure.key === ERROR_KEYS.idempotencyMismatch) return <T id="payment.card.basketChanged" />;
  return (
    <>
      <FailureText failure={failure} refused="payment.paymentErrorMessage" />{' '}
      {nextPage === 'profile' || nextPage === 'packages' ? (
        <NextPageLink nextPage={nextPage} basketId={basketId ?? ''} />
      ) : (
        nextPage && basketId && <NextPageLink nextPage={nextPage} basketId={basketId} />
      )}
    </>
  );
};

interface PlanTermsProps {
  plan: SubscriptionPlan;
  className?: string;
}

/** Shows a plan's price per period and its renewal date if the user pays today, in the marketplace's calendar. */
export const PlanTerms = ({ plan, className }: PlanTermsProps) => {
  const locale = useAppSelector(selectLocale);
  const { price, currency, period, interval } = plan;
  const date = dayText(renewalDay(dayAt(useNowEach(60), readSettings().timeZone), plan));
  return (
    <T
      as="p"
      className={className}
      id={`payment.terms.${period}`}
      values={{ price: formatPrice(price, currency, locale), count: interval, date }}
    />
  );
};

interface Place {
  provider: RuntimeSettings['paymentProvider'];
  /** The user types the card on our own page, not into the provider's form. */
  isOurs: boolean;
  /** The user buys a plan, so the provider keeps the card for renewals. */
  renews: boolean;
}

/**
 * Returns the statements about card data that hold where the user types the card
 * (docs/decisions/0019-payment-providers.md).
 */
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
    <Icon name="card" size={16} />
    <div>
      {promisesOf({ provider: readSettings().paymentProvider, isOurs, renews }).map((id) => (
        <T key={id} as="p" id={id} />
      ))}
    </div>
  </div>
);

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
        <T as="h2" className="size-16" id="payment.card.order" />
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
                <T className={styles.quantity} id="payment.card.quantity" values={{ count: item.quantity }} />
              )}
              {creditsOf(item) > 0 && (
                <T className="block hint" id="packages.credits" values={{ count: creditsOf(item) }} />
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

const twoDigits = (part: number) => String(part).padStart(2, '0');

/**
 * Counts down each second to the end (ms) of a limited price. Screen readers get the day and time once, because a text
 * that changes each second is useless to them: docs/PRODUCT.md#catalogue.
 */
export const OfferTimer = ({ endsAt }: { endsAt: number }) => {
  const t = useText();
  const { days, hours, minutes, seconds } = timeLeft(endsAt - useNow());
  const time = (
    <span className="numbers one-line">{`${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`}</span>
  );
  const end = new Date(endsAt).toISOString();
  return (
    <p className={styles.offer}>
      <Icon name="clock" size={16} />
      <T role="timer" aria-hidden="true" id="offer.left" values={{ days, time }} />
      <span className="visually-hidden">{t('offer.until', { date: formatDay(end), time: formatTime(end) })}</span>
    </p>
  );
};
