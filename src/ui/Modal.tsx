import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from './Button';
import { useText } from './text';

const loadPanel = async () => ({ default: (await import('./ModalPanel')).ModalPanel });
// No page shows a dialog at first: what it is made of does not hold the page up.
const ModalPanel = lazy(loadPanel);

/** Fetches what dialogs are made of before one is opened. */
export const preloadModal = (): Promise<unknown> => loadPanel();

export interface ModalProps {
  open: boolean;
  title: ReactNode;
  /** Said by screen readers together with the title. */
  text?: ReactNode;
  wide?: boolean;
  /** Which control has the focus at first (a selector); the first one else. */
  focusOn?: string;
  children?: ReactNode;
  foot?: ReactNode;
  onClose?: () => void;
}

/** A dialog over the page; on a phone a sheet from the bottom. Without `onClose` it cannot be dismissed. */
export const Modal = (props: ModalProps) => {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  // It stays when it is closed, and gives the focus back.
  return <Suspense>{wasOpen && <ModalPanel {...props} />}</Suspense>;
};

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  text: ReactNode;
  /** What the main button does, in words: never only "Yes". */
  action: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that needs asking. */
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
