import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from './Button';
import { useText } from './text';

const loadPanel = async () => ({ default: (await import('./ModalPanel')).ModalPanel });
// No page opens with a dialog, so the dialog library does not delay the first view.
const ModalPanel = lazy(loadPanel);

/** Loads the dialog code before a dialog opens. */
export const preloadModal = (): Promise<unknown> => loadPanel();

export interface ModalProps {
  open: boolean;
  title: ReactNode;
  /** Screen readers read this text with the title. */
  text?: ReactNode;
  wide?: boolean;
  /** A selector for the control that gets the focus first; by default the first control. */
  focusOn?: string;
  children?: ReactNode;
  foot?: ReactNode;
  onClose?: () => void;
}

/**
 * A dialog over the page, shown on a phone as a sheet from the bottom. Without `onClose` the user cannot dismiss it.
 */
export const Modal = (props: ModalProps) => {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  // The closed panel stays mounted so that it can return the focus.
  return <Suspense>{wasOpen && <ModalPanel {...props} />}</Suspense>;
};

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  text: ReactNode;
  /** The label of the main button; never only "Yes". */
  action: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

export const ConfirmDialog = ({ open, title, text, action, onConfirm, onCancel }: ConfirmDialogProps) => {
  const t = useText();
  return (
    <Modal
      open={open}
      title={title}
      text={text}
      focusOn="[data-cancel]"
      onClose={onCancel}
      foot={
        <>
          <Button data-cancel="" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button look="primary" onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
};
