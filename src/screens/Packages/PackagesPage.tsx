import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type ProductPriceChange,
  catalogueLeft,
  catalogueOpened,
  packagesRequested,
  selectCatalogue,
  subscriptionsRequested,
} from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { mustBuyFirst, selectUser } from '../../domains/session';
import { formatPrice } from '../../lib/money';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import {
  purchaseLeft,
  purchaseRequested,
  selectPurchase,
  openBasketRequested,
  selectBasketData,
  type BasketRouteState,
} from '../../domains/basket';
import { isSignedOut } from '../../domains/kit/failure';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { Button, ButtonLink } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FailureText, EmptyState } from '../../ui/State';
import { LoadState, Page } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { Link } from '../../ui/router';
import { PackageCard, usePurchase } from './PackageCard';
import { PackagesSkeleton, Plans } from './Plans';
import styles from './Packages.module.css';

/**
 * Says which prices changed while the page was open. The region exists before the change, so that screen readers
 * announce it.
 */
const PriceChanges = ({ priceChanges }: { priceChanges: readonly ProductPriceChange[] }) => {
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

/** Says that nothing was added to the basket, and why: docs/PRODUCT.md#catalogue. */
const PurchaseFailure = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { purchase, chosen } = useFields(selectPurchase, 'purchase', 'chosen');
  // After signing in again, the user presses the button again.
  const failure = purchase.status === 'failed' && !isSignedOut(purchase.error) ? purchase.error : null;
  const close = () => dispatch(purchaseLeft());
  if (!failure) return null;
  // A retry cannot solve a conflict or a missing product.
  const canRetry = failure.kind !== 'conflict' && failure.kind !== 'notFound' && chosen !== null;
  return (
    <Modal
      open
      title={t('packages.error.anErrorOccurred')}
      text={<FailureText failure={failure} />}
      focusOn="[data-first]"
      onClose={close}
      foot={
        <>
          <Button data-first="" onClick={close}>
            {t('ui.close')}
          </Button>
          {canRetry && (
            <Button look="primary" onClick={() => dispatch(purchaseRequested(chosen))}>
              {t('ui.retry')}
            </Button>
          )}
        </>
      }
    />
  );
};

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

/** Tells a company that looked for its jobs why it is here: docs/PRODUCT.md#credits. */
const CreditReason = () => {
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const user = useAppSelector(selectUser);
  if (!state?.from || !user || !mustBuyFirst(user)) return null;
  return <T as="p" id="common.alerts.jobCreation" />;
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
          <CreditReason />
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
              action={<Button onClick={() => dispatch(packagesRequested())} textId="payment.result.check" />}
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
