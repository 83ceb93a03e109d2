import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import {
  isDiscontinued,
  selectIsChanging,
  type Basket,
  removalUndone,
  selectChangingKey,
  selectRemoved,
  basketIdOf,
  basketLeft,
  basketOpened,
  packageOf,
  selectBasket,
} from '../../domains/basket';
import { selectLocale } from '../../domains/preferences';
import { formatPrice } from '../../lib/money';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { paths } from '../../lib/paths';
import { Skeleton, LoadState, Page } from '../../ui/LoadState';
import { Button, ButtonLink } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { FormMessage } from '../../ui/FormMessage';
import { T, useText } from '../../ui/text';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { useFocusAfterLoss } from '../../ui/focusAfterLoss';
import { usePageRestored } from '../../ui/usePageRestored';
import { BasketGone } from '../../widgets/Payment/Payment';
import { usePay, PriceChanged } from './PriceChanged';
import { Addons } from './Addons';
import { BasketItems, ChangeProblem } from './BasketItems';
import styles from './PaymentBasket.module.css';

const BasketSkeleton = () => (
  <div className={styles.columns}>
    <div className="stack gap-24 shrinks">
      <div className={styles.card}>
        <Skeleton width={140} height={24} />
        <div className={styles.row}>
          <div className={styles.what}>
            <Skeleton width={180} height={20} />
            <Skeleton width={100} />
          </div>
          <Skeleton width={80} height={20} />
        </div>
      </div>
    </div>
    <div className={styles.summary}>
      <Skeleton width="100%" height={32} />
      <Skeleton width="100%" height={44} />
    </div>
  </div>
);

/** The total from the server, and the payment button. */
const Summary = ({ basket }: { basket: Basket }) => {
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
      <T as="p" className="hint" id="basket.next" />
    </section>
  );
};

/** Says which item was removed or replaced, and offers to restore it. It takes the focus, because the focused row is gone. */
const UndoBar = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const removed = useAppSelector(selectRemoved);
  const isChanging = useAppSelector(selectIsChanging);
  const changingKey = useAppSelector(selectChangingKey);
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (removed && (document.activeElement === null || document.activeElement === document.body)) undo.current?.focus();
  }, [removed]);
  return (
    <div role="status">
      {removed && (
        <div className="row wrap between gap-8-16 sunken padded rounded space-below-16">
          <p>
            {removed.replacedBy === undefined ? (
              <T id="basket.removed" values={{ title: removed.title }} />
            ) : (
              <T id="basket.replaced" values={{ before: removed.title, after: removed.replacedBy }} />
            )}
          </p>
          <Button
            ref={undo}
            small
            busy={isChanging && changingKey === 'removed'}
            onClick={() => dispatch(removalUndone())}
          >
            {t('basket.undo')}
          </Button>
        </div>
      )}
    </div>
  );
};

const Opened = ({ basketId }: { basketId: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const load = useAppSelector(selectBasket);
  // The server's titles depend on the language.
  useEffect(() => {
    dispatch(basketOpened({ basketId }));
    return () => void dispatch(basketLeft());
  }, [dispatch, basketId, locale]);

  usePageRestored(() => void dispatch(basketOpened({ basketId })));

  const basket = load.status === 'loaded' ? load.data : null;
  // An undo removes its button, so the heading takes the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterLoss(heading, basket && basket.items.length);
  return (
    <Page>
      <div className={styles.head}>
        <PageHeading title={t('basket.title')} />
        <ButtonLink to={paths.packages()} icon="back" look="quiet">
          {t('basket.back')}
        </ButtonLink>
      </div>
      <UndoBar />
      <ChangeProblem />
      <LoadState
        load={load}
        skeleton={<BasketSkeleton />}
        onRetry={() => dispatch(basketOpened({ basketId }))}
        gone={<BasketGone />}
      >
        {basket && basket.items.length === 0 && (
          <EmptyState
            icon="basket"
            title={<T id="basket.empty.title" />}
            text={<T id="basket.empty.text" />}
            action={
              <ButtonLink to={paths.packages()} look="primary">
                {t('basket.empty.action')}
              </ButtonLink>
            }
          />
        )}
        {basket && basket.items.length > 0 && (
          <div className={styles.columns}>
            <div className="stack gap-24 shrinks">
              <BasketItems basket={basket} heading={heading} />
              {packageOf(basket) && <Addons basket={basket} />}
            </div>
            <Summary basket={basket} />
          </div>
        )}
      </LoadState>
      <PriceChanged basketId={basketId} />
    </Page>
  );
};

/** The basket from the route state. Without one it redirects to the catalogue: docs/PRODUCT.md#basket. */
export const PaymentBasketPage = () => {
  const { state } = useLocation();
  const basketId = basketIdOf(state);
  if (basketId === null) return <Navigate to={paths.packages()} replace />;
  return <Opened key={basketId} basketId={basketId} />;
};
