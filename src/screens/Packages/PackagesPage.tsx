import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { openBasketRequested, purchaseLeft, selectBasketData, type BasketRouteState } from '../../domains/basket';
import {
  catalogueLeft,
  catalogueOpened,
  packagesRequested,
  selectCatalogue,
  subscriptionsRequested,
} from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { PackageCard } from './PackageCard';
import { PackagesSkeleton } from './PackagesSkeleton';
import { Plans } from './Plans';
import { PriceChanges } from './PriceChanges';
import { PurchaseFailure } from './PurchaseFailure';
import { usePurchase } from './usePurchase';
import styles from './Packages.module.css';

const BasketLink = () => {
  const t = useText();
  const basket = useAppSelector(selectBasketData);
  if (!basket || basket.status === 'paid' || basket.items.length === 0) return null;
  const state: BasketRouteState = { basketId: basket._id };
  return (
    <ButtonLink to={paths.basket()} state={state} icon="basket">
      {t('packages.toBasket', { count: basket.items.length })}
    </ButtonLink>
  );
};

/** The catalogue: packages in the server's order, and plans by period: docs/PRODUCT.md#catalogue. */
export const PackagesPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const { packages, priceChanges } = useFields(selectCatalogue, 'packages', 'priceChanges');
  const { buy, isBuying } = usePurchase();
  // The server's texts and prices depend on the language.
  useEffect(() => {
    dispatch(catalogueOpened());
    dispatch(subscriptionsRequested());
    dispatch(openBasketRequested());
  }, [dispatch, locale]);
  useEffect(
    () => () => {
      dispatch(catalogueLeft());
      dispatch(purchaseLeft());
    },
    [dispatch],
  );

  const products = packages.status === 'loaded' ? packages.data : [];
  return (
    <Page>
      <div className={styles.head}>
        <div>
          <PageHeading title={t('packages.title')} />
          <p className={styles.soft}>
            <T id="packages.text" />{' '}
            <Link to={paths.statement()}>
              <T id="statement.title" />
            </Link>
          </p>
        </div>
        <BasketLink />
      </div>
      <PriceChanges priceChanges={priceChanges} />
      <section aria-label={t('packages.list.title')}>
        <LoadState load={packages} skeleton={<PackagesSkeleton />} onRetry={() => dispatch(packagesRequested())}>
          {products.length === 0 ? (
            <EmptyState
              icon="basket"
              title={<T id="packages.empty.title" />}
              text={<T id="packages.empty.text" />}
              action={
                <Button onClick={() => dispatch(packagesRequested())}>
                  <T id="payment.result.check" />
                </Button>
              }
            />
          ) : (
            <ul className={styles.grid}>
              {products.map((product) => (
                <PackageCard
                  key={product.id}
                  product={product}
                  isBusy={isBuying({ productId: product.id })}
                  onBuy={() => buy({ productId: product.id })}
                />
              ))}
            </ul>
          )}
        </LoadState>
      </section>
      <Plans isBuying={isBuying} onBuy={buy} />
      <PurchaseFailure />
    </Page>
  );
};
