import { useId, useState, useCallback } from 'react';
import { splitFeatures, type Product, offerOf, pricesOf } from '../../domains/packages';
import { isSameBody, purchaseRequested, selectPurchase, type ItemBody } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { Button } from '../../ui/Button';
import { Icon, isIconName } from '../../ui/icons';
import { useText, T } from '../../ui/text';
import { Badge } from '../../ui/Badge';
import { cx } from '../../ui/cx';
import { useNavigate } from '../../ui/router';
import { OfferTimer } from '../../widgets/Payment/Payment';
import styles from './Packages.module.css';

interface FeaturesProps {
  title: string;
  features: Product['features'];
  /** Shows features without the preview flag from the start. */
  all?: boolean;
}

/** The features: previews at once, the others on demand: docs/PRODUCT.md#catalogue. */
export const Features = ({ title, features, all = false }: FeaturesProps) => {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { shown, more } = splitFeatures(features);
  const isWhole = all || isOpen;
  const listed = isWhole ? [...shown, ...more].sort((one, other) => one.order - other.order) : shown;
  return (
    <div className={styles.includes}>
      <ul id={id} className={styles.features} aria-label={t('packages.features', { title })}>
        {listed.map(({ description, icon, order }) => (
          <li key={`${order} ${description}`}>
            <Icon name={isIconName(icon) ? icon : 'check'} size={18} />
            <span>{description}</span>
          </li>
        ))}
      </ul>
      {!all && more.length > 0 && (
        <Button
          look="quiet"
          small
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('packages.showLess') : t('packages.showAll', { count: features.length })}
        </Button>
      )}
    </div>
  );
};

/**
 * Adds an item to the basket and opens the basket. If the provider's own form takes the card, a package goes straight
 * to that form (docs/PRODUCT.md#checkout); a plan always goes through the basket.
 */
export const usePurchase = () => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { purchase, chosen } = useFields(selectPurchase, 'purchase', 'chosen');
  // A second one would be lost, because the first opens the basket.
  const isBusy = purchase.status === 'loading';
  const buy = useCallback(
    (body: ItemBody) => {
      if (isBusy) return;
      if (readSettings().paymentFlow === 'provider_form' && 'productId' in body)
        navigate(paths.checkout(), { state: { packageId: body.productId } });
      else dispatch(purchaseRequested(body));
    },
    [dispatch, navigate, isBusy],
  );
  const isBuying = (body: ItemBody) => isBusy && chosen !== null && isSameBody(chosen, body);
  return { buy, isBuying };
};

/** A package's id chooses its colour, so that the colour stays when the catalogue changes. */
const COLOURS = ['first', 'second', 'third', 'fourth'] as const;

/** Badges of a package: popular, special, or for newcomers or returnees only. */
const Marks = ({ product }: { product: Product }) => (
  <p className={styles.marks}>
    {product.isPopular && (
      <Badge tone="neutral">
        <Icon name="star" size={14} filled />
        <T id="packages.popular" />
      </Badge>
    )}
    {product.isSpecial && (
      <Badge tone="accent">
        <T id="packages.special" />
      </Badge>
    )}
    {product.isForNewcomers !== product.isForReturnees && (
      <Badge tone="success">
        <T id={product.isForNewcomers ? 'packages.newcomers' : 'packages.returnees'} />
      </Badge>
    )}
  </p>
);

const Price = ({ product }: { product: Product }) => {
  const t = useText();
  const locale = useAppSelector(selectLocale);
  const { price, originalPrice } = pricesOf(product);
  const format = (amount: number) => formatPrice(amount, product.currency, locale);
  const offer = offerOf(product);
  const jobs = product.job_creation_amount;
  return (
    <div className="stack at-start gap-4">
      <p className={styles.price}>
        <strong>{format(price)}</strong>
        {originalPrice !== null && (
          <>
            <s aria-hidden="true">{format(originalPrice)}</s>
            <span className="visually-hidden">{t('packages.struck', { price: format(originalPrice) })}</span>
          </>
        )}
      </p>
      <p className={styles.soft}>
        <T id="packages.credits" values={{ count: jobs }} />
        {jobs > 1 && (
          <>
            <span> · </span>
            <T id="packages.perJob" values={{ price: format(Math.round((price / jobs) * 100) / 100) }} />
          </>
        )}
      </p>
      {offer && <OfferTimer endsAt={offer.endsAt} />}
    </div>
  );
};

interface PackageCardProps {
  product: Product;
  isBusy: boolean;
  onBuy: () => void;
}

export const PackageCard = ({ product, isBusy, onBuy }: PackageCardProps) => {
  const t = useText();
  const id = useId();
  const { title, thread_creation_amount: threads } = product;
  return (
    <li
      className={cx(
        styles.card,
        styles[COLOURS[(product.id - 1) % COLOURS.length]!],
        product.isPopular && styles.popular,
      )}
      aria-labelledby={id}
    >
      <div className={styles.top}>
        <h2 id={id} className={styles.name}>
          {title}
        </h2>
        <Marks product={product} />
      </div>
      <Price product={product} />
      {threads > 0 && <T as="p" className="size-14" id="packages.threads" values={{ count: threads }} />}
      <Features title={title} features={product.features} />
      <div className={styles.buy}>
        <Button
          wide
          look={product.isPopular ? 'primary' : 'secondary'}
          busy={isBusy}
          aria-label={t('packages.buyLabel', { title })}
          onClick={onBuy}
        >
          {t('packages.buy')}
        </Button>
      </div>
    </li>
  );
};
