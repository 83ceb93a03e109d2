import type { ReactNode } from 'react';
import { Button } from './Button';
import { FormMessage } from './FormMessage';
import { Modal } from './Modal';
import { FailureText, type ShownFailure } from './State';
import { useText } from './text';

interface RemovalDialogProps {
  title: string;
  text: string;
  action: string;
  isBusy: boolean;
  failure: ShownFailure | null;
  /** A way to solve the failure. */
  wayOut?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks the user to confirm a deletion. The dialog stays open until the deletion is done and shows why it failed. */
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
