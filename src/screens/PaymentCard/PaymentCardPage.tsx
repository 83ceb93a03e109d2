import { useEffect } from 'react';
import { Formik, type FormikHelpers } from 'formik';
import { Navigate, useLocation } from 'react-router-dom';
import {
  priceChangeAccepted,
  selectPriceChange,
  type Basket,
  basketIdOf,
  basketLeft,
  basketOpened,
  selectBasket,
} from '../../domains/basket';
import {
  cardSubmitted,
  holdCard,
  selectCardPayment,
  type CardValues,
  cardLeft,
  cardOpened,
  dropCard,
} from '../../domains/payment';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { paths } from '../../lib/paths';
import { Card, Page, Skeleton, LoadState } from '../../ui/LoadState';
import { ButtonLink } from '../../ui/Button';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { usePageRestored } from '../../ui/usePageRestored';
import { BasketGone, OrderSummary } from '../../widgets/Payment/Payment';
import { CardForm, cardSchema, emptyCard, toCard, today } from './CardForm';
import { TestCards } from './TestCards';
import styles from './PaymentCard.module.css';

const CardSkeleton = () => (
  <div className={styles.columns}>
    <Card className="panel">
      <div className="stack gap-16">
        <Skeleton width="100%" height={44} />
        <Skeleton width="100%" height={44} />
        <div className={styles.pair}>
          <Skeleton width="100%" height={44} />
          <Skeleton width="100%" height={44} />
        </div>
        <Skeleton width="100%" height={44} />
      </div>
    </Card>
    <div className={styles.side}>
      <Card className={styles.summary}>
        <Skeleton width="40%" height={20} />
        <Skeleton width="100%" />
        <Skeleton width="70%" />
      </Card>
    </div>
  </div>
);

const schema = cardSchema(today, () => readSettings().paymentProvider);

/** The card form beside the order. Only this form's memory holds the card data, and it ends with the form. */
const CardPayment = ({ basket }: { basket: Basket }) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const payment = useAppSelector(selectCardPayment);
  const priceChange = useAppSelector(selectPriceChange);

  const handleSubmit = (values: CardValues, helpers: FormikHelpers<CardValues>) => {
    helpers.setSubmitting(false);
    // Reads the store directly, because a second click may come before the next render.
    const { status } = selectCardPayment(store.getState());
    if (status === 'loading' || status === 'loaded') return;
    dispatch(priceChangeAccepted());
    dispatch(cardSubmitted({ basketId: basket._id, handle: holdCard(toCard(values)) }));
  };
  return (
    <Formik initialValues={emptyCard} validationSchema={schema} onSubmit={handleSubmit}>
      <div className={styles.columns}>
        <Card className="panel">
          <CardForm basket={basket} payment={payment} priceChange={priceChange} />
        </Card>
        <div className={styles.side}>
          <OrderSummary basket={basket} priceChange={priceChange} className={styles.summary} />
          {readSettings().paymentProvider === 'sandbox' && <TestCards />}
        </div>
      </div>
    </Formik>
  );
};

/** The card payment of a basket. It loads the basket again, because the prices in the route state may be old. */
const BasketPayment = ({ basketId }: { basketId: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const basket = useAppSelector(selectBasket);
  useEffect(() => {
    dispatch(basketOpened({ basketId }));
    dispatch(cardOpened());
    return () => {
      dispatch(basketLeft());
      dispatch(cardLeft());
      dropCard();
    };
  }, [dispatch, basketId]);
  usePageRestored(() => {
    dispatch(basketOpened({ basketId }));
    dispatch(cardOpened());
  });
  const data = basket.status === 'loaded' && basket.data._id === basketId ? basket.data : null;
  return (
    <Page>
      <PageHeading title={t('payment.card.title')} className="space-below-16" />
      <LoadState
        load={basket}
        skeleton={<CardSkeleton />}
        onRetry={() => dispatch(basketOpened({ basketId }))}
        gone={<BasketGone />}
      >
        {data && data.items.length === 0 && (
          <EmptyState
            icon="card"
            title={<T id="payment.card.empty" />}
            action={<ButtonLink to={paths.packages()} look="primary" textId="payment.toPackages" />}
          />
        )}
        {data && data.items.length > 0 && <CardPayment basket={data} />}
      </LoadState>
    </Page>
  );
};

/** The card payment. It needs a basket in the route state: docs/PRODUCT.md#card-payment. */
export const PaymentCardPage = () => {
  const basketId = basketIdOf(useLocation().state);
  return basketId === null ? <Navigate to={paths.packages()} replace /> : <BasketPayment basketId={basketId} />;
};
