import type { ReactNode } from 'react';
import { Button } from './Button';
import { FormMessage } from './FormMessage';
import { Modal } from './Modal';
import { FailureText, type ShownFailure } from './State';
import { useText } from './text';

interface RemovalDialogProps {
  title: string;
  /** What happens then. */
  text: string;
  action: string;
  isBusy: boolean;
  failure: ShownFailure | null;
  /** What one can do about the failure. */
  wayOut?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is deleted, and stays until that is done; what stands in its way is said here. */
export const RemovalDialog = (props: RemovalDialogProps) => {
  const { title, text, action, isBusy, failure, wayOut, onConfirm, onCancel } = props;
  const t = useText();
  return (
    <Modal
      open
      title={title}
      text={text}
      focusOn="[data-cancel]"
      onClose={onCancel}
      foot={
        <>
          <Button data-cancel="" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          {wayOut || (
            <Button look="primary" busy={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <FormMessage>
          <FailureText failure={failure} />
        </FormMessage>
      )}
    </Modal>
  );
};
