import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { basketIdOf, basketLeft, basketOpened, selectBasket } from '../../domains/basket';
import { cardLeft, cardOpened, dropCard } from '../../domains/payment';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { usePageRestored } from '../../ui/usePageRestored';
import { CardSkeleton } from './CardSkeleton';
import { CardPayment } from './CardPayment';
import styles from './PaymentCard.module.css';

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
      <PageHeading title={t('payment.card.title')} className={styles.title} />
      <LoadState load={basket} skeleton={<CardSkeleton />} onRetry={() => dispatch(basketOpened({ basketId }))}>
        {data && data.items.length === 0 && (
          <EmptyState
            icon="card"
            title={<T id="payment.card.empty" />}
            action={
              <ButtonLink to={paths.packages()} look="primary">
                <T id="payment.toPackages" />
              </ButtonLink>
            }
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
