import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { selectBasketChange } from '../../domains/basket';
import { isSignedOut } from '../../domains/kit/failure';
import { useAppSelector } from '../../store/hooks';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T } from '../../ui/text';
import styles from './PaymentBasket.module.css';

/** Says why a change of the basket failed: docs/PRODUCT.md#basket. */
export const ChangeProblem = () => {
  const change = useAppSelector(selectBasketChange);
  if (change.status !== 'failed' || isSignedOut(change.error)) return null;
  const { kind, key } = change.error;
  // The row shows this error.
  if (key === ERROR_KEYS.purchaseLimit) return null;
  return (
    <div className={styles.problem}>
      <FormMessage>
        {kind === 'conflict' ? <FailureText failure={change.error} /> : <T id="basket.anErrorOccuredTryAgain" />}
      </FormMessage>
    </div>
  );
};
