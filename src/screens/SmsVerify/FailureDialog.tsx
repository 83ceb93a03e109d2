import type { ReactNode } from 'react';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { failureSeen, resendRequested, selectIsCodeDead, selectVerification } from '../../domains/phoneVerification';
import type { Failure } from '../../domains/kit/failure';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
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

interface FailureDialogProps {
  /** The link to the form with another number, offered when this number is taken. */
  change: ReactNode;
  onClose: () => void;
}

/** Says why no code was sent or why it was refused, and offers the way on. Closing it returns to an empty form. */
export const FailureDialog = ({ change, onClose }: FailureDialogProps) => {
  const dispatch = useAppDispatch();
  const { send, verify, block } = useFields(selectVerification, 'send', 'verify', 'block');
  const isCodeDead = useAppSelector(selectIsCodeDead);
  const failure = verify.status === 'failed' ? verify.error : errorOf(send);
  if (!failure) return null;
  const isDead = isCodeDead && failure.key === ERROR_KEYS.phoneCodeWrong;
  const isTaken = block === 'taken' && !isDead;
  const handleClose = () => {
    dispatch(failureSeen());
    onClose();
  };
  const handleSendNew = () => {
    handleClose();
    dispatch(resendRequested());
  };
  return (
    <Modal
      open
      title={<T id="phoneVerify.title" />}
      text={isDead ? <T id="phoneVerify.dead" /> : <SmsFailureText failure={failure} />}
      onClose={handleClose}
      foot={
        <>
          <Button look={isDead || isTaken ? 'secondary' : 'primary'} onClick={handleClose}>
            <T id="ui.close" />
          </Button>
          {isDead && block === null && (
            <Button look="primary" onClick={handleSendNew}>
              <T id="smsVerify.sendNew" />
            </Button>
          )}
          {isTaken && change}
        </>
      }
    />
  );
};
