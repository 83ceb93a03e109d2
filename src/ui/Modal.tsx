import { useState, type ReactNode } from 'react';
import { Button } from './Button';
import { lazyDialog } from './lazyPart';
import type { ModalProps } from './ModalPanel';
import { useText } from './text';

// No page opens with a dialog, so the dialog library does not delay the first view.
const ModalPanel = lazyDialog(async () => (await import('./ModalPanel')).ModalPanel);

/** Loads the dialog code before a dialog opens. */
export const preloadModal = (): void => ModalPanel.preload();

/**
 * A dialog over the page, shown on a phone as a sheet from the bottom. Without `onClose` the user cannot dismiss it.
 */
export const Modal = (props: ModalProps) => {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  // The closed panel stays mounted so that it can return the focus.
  return wasOpen && <ModalPanel {...props} />;
};

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  text: ReactNode;
  /** The label of the main button; never only "Yes". */
  action: ReactNode;
  isBusy?: boolean;
  /** A control in place of the main button. */
  instead?: ReactNode;
  /** The label of the button that closes the dialog; "Cancel" by default. */
  cancel?: ReactNode;
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { action, isBusy, instead, cancel, onConfirm, onCancel, ...modal } = props;
  const t = useText();
  return (
    <Modal
      {...modal}
      focusOn="[data-cancel]"
      onClose={onCancel}
      foot={
        <>
          <Button data-cancel="" onClick={onCancel}>
            {cancel ?? t('ui.cancel')}
          </Button>
          {instead || (
            <Button look="primary" busy={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </>
      }
    />
  );
};
