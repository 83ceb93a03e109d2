import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { failureSeen, selectVerification } from '../../domains/phoneVerification';
import type { Failure } from '../../domains/kit/failure';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { T, useHasText } from '../../ui/text';

/**
 * Shows the text of an error key: this page's text, else the general one; keys without a text are unexpected errors:
 * docs/PRODUCT.md#phone-codes.
 */
const SmsFailureText = ({ failure }: { failure: Failure }) => {
  const hasText = useHasText();
  const { key, kind } = failure;
  const byKey = `phoneVerify.${key}`;
  if (hasText(byKey)) return <T id={byKey} />;
  const isKnown = key !== ERROR_KEYS.unknown && hasText(`errors.keys.${key}`);
  return isKnown || kind === 'network' || kind === 'limited' ? (
    <FailureText failure={failure} />
  ) : (
    <T id="phoneVerify.unexpected" />
  );
};

/** Says why no code was sent or why it was refused. Closing it returns to an empty form. */
export const FailureDialog = ({ onClose }: { onClose: () => void }) => {
  const dispatch = useAppDispatch();
  const { send, verify } = useFields(selectVerification, 'send', 'verify');
  const failure = verify.status === 'failed' ? verify.error : send.status === 'failed' ? send.error : null;
  if (!failure) return null;
  const handleClose = () => {
    dispatch(failureSeen());
    onClose();
  };
  return (
    <Modal
      open
      title={<T id="phoneVerify.title" />}
      text={<SmsFailureText failure={failure} />}
      onClose={handleClose}
      foot={
        <Button look="primary" onClick={handleClose}>
          <T id="ui.close" />
        </Button>
      }
    />
  );
};
