import { purchaseLeft, purchaseRequested, selectPurchase } from '../../domains/basket';
import { isSignedOut } from '../../domains/kit/failure';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { useText } from '../../ui/text';

/** Says that nothing was added to the basket, and why: docs/PRODUCT.md#catalogue. */
export const PurchaseFailure = () => {
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
