import { purchaseLeft, purchaseRequested, selectPurchase } from '../../domains/basket';
import { isSignedOut } from '../../domains/kit/failure';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { useText } from '../../ui/text';

/** Says that nothing went into the basket, and why. Spec 2, point 8. */
export const PurchaseFailure = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { purchase, chosen } = useAppSelector(selectPurchase);
  // Who is asked to sign in again presses the button once more afterwards.
  const failure = purchase.status === 'failed' && !isSignedOut(purchase.error) ? purchase.error : null;
  const close = () => dispatch(purchaseLeft());
  if (!failure) return null;
  // A state that forbids it does not go away by trying again.
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
