import { receiptRequested, selectReceipt } from '../../domains/payment';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import styles from './Statement.module.css';

/** Downloads the receipt of a payment. A failure is shown beside the button, and pressing it again retries. */
export const ReceiptButton = ({ paymentId, day }: { paymentId: string; day: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const receipt = useAppSelector(selectReceipt(paymentId));
  return (
    <div className={styles.receipt}>
      <Button
        small
        look="quiet"
        icon="download"
        busy={receipt.status === 'loading'}
        aria-label={t('statement.receiptLabel', { day })}
        onClick={() => dispatch(receiptRequested({ paymentId }))}
      >
        <T id="statement.receipt" />
      </Button>
      {receipt.status === 'failed' && (
        <p role="alert" className={styles.receiptFailed}>
          <FailureText failure={receipt.error} />
        </p>
      )}
    </div>
  );
};
