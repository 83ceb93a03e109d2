import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { selectBasketChange, selectChanging } from '../../domains/basket';
import { useAppSelector } from '../../store/hooks';
import { T } from '../../ui/text';
import styles from './PaymentBasket.module.css';

interface LimitWarningProps {
  /** Where the change was made that the server may have refused. */
  changedAt: string;
  /** As many as can be bought are in the basket. */
  isReached: boolean;
  /** Another row says the same to screen readers. */
  isQuiet?: boolean;
}

/** Nothing can be added beyond the purchase limit. Spec 2, point 5. */
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
