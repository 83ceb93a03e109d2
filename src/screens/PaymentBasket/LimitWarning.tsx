import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { selectBasketChange, selectChanging } from '../../domains/basket';
import { useAppSelector } from '../../store/hooks';
import { T } from '../../ui/text';
import styles from './PaymentBasket.module.css';

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
  const changing = useAppSelector(selectChanging);
  const isRefused =
    change.status === 'failed' && changing === changedAt && change.error.key === ERROR_KEYS.purchaseLimit;
  return (
    <div role={isQuiet ? undefined : 'status'} className={styles.limit}>
      {(isReached || isRefused) && <T id="basket.reachedPurchaseLimit" />}
    </div>
  );
};
