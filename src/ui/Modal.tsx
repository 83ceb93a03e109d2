import { useRef, type ReactNode } from 'react';
import { Dialog } from 'radix-ui';
import { Button, IconButton } from './Button';
import { cx } from './cx';
import { useText } from './text';
import styles from './Modal.module.css';

interface ModalProps {
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

/** Escape in a box with its list open closes the list, not the dialog around it. */
const isListOpen = ({ target }: Event) =>
  target instanceof HTMLElement && target.matches('[role="combobox"][aria-expanded="true"]');

/** A dialog over the page; on a phone a sheet from the bottom. Without `onClose` it cannot be dismissed. */
export const Modal = ({ open, title, text, wide, focusOn, children, foot, onClose }: ModalProps) => {
  const t = useText();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const handleOpenFocus = (event: Event) => {
    opener.current = document.activeElement as HTMLElement | null;
    const first = focusOn && panel.current?.querySelector<HTMLElement>(focusOn);
    if (!first) return;
    event.preventDefault();
    first.focus();
  };
  const handleCloseFocus = (event: Event) => {
    event.preventDefault();
    opener.current?.focus();
  };
  const stay = onClose ? undefined : (event: Event) => event.preventDefault();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={cx(styles.panel, wide && styles.wide)}
          ref={panel}
          onOpenAutoFocus={handleOpenFocus}
          onCloseAutoFocus={handleCloseFocus}
          onEscapeKeyDown={(event) => {
            if (!onClose || isListOpen(event)) event.preventDefault();
          }}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
          {...(text ? {} : { 'aria-describedby': undefined })}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {onClose && <IconButton icon="close" label={t('ui.close')} onClick={onClose} />}
          </div>
          <div className={styles.body}>
            {text && <Dialog.Description className={styles.text}>{text}</Dialog.Description>}
            {children}
          </div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
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
