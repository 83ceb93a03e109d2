import { useId } from 'react';
import { offerOf, pricesOf, type Product } from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppSelector } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { OfferTimer } from '../../widgets/Offer/OfferTimer';
import { Features } from './Features';
import styles from './Packages.module.css';

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
    <div className={styles.prices}>
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
      {threads > 0 && (
        <p className={styles.extra}>
          <T id="packages.threads" values={{ count: threads }} />
        </p>
      )}
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
