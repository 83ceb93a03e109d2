import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { basketIdOf, basketLeft, basketOpened, packageOf, selectBasket } from '../../domains/basket';
import { selectLocale } from '../../domains/preferences';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { LoadState } from '../../ui/LoadState';
import { Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { useFocusAfterLoss } from '../../ui/useFocusAfterLoss';
import { usePageRestored } from '../../ui/usePageRestored';
import { Addons } from './Addons';
import { BasketItems } from './BasketItems';
import { BasketSkeleton } from './BasketSkeleton';
import { ChangeProblem } from './ChangeProblem';
import { PriceChanged } from './PriceChanged';
import { Summary } from './Summary';
import { UndoBar } from './UndoBar';
import styles from './PaymentBasket.module.css';

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
  // An undo removes its button.
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
      <LoadState load={load} skeleton={<BasketSkeleton />} onRetry={() => dispatch(basketOpened({ basketId }))}>
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
            <div className={styles.column}>
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
