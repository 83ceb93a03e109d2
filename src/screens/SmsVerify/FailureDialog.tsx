import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { failureSeen, selectVerification } from '../../domains/phoneVerification';
import type { Failure } from '../../domains/kit/failure';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { T, useHasText } from '../../ui/text';

/** Spec 2, point 8, "SMS": what each key says here, else what it says everywhere; a key without a text is unexpected. */
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

/** Why no code was sent, or why it was refused; closing it gives the form back, empty. Spec 1, point 8. */
export const FailureDialog = ({ onClose }: { onClose: () => void }) => {
  const dispatch = useAppDispatch();
  const { send, verify } = useAppSelector(selectVerification);
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
