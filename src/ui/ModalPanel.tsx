import { use, useCallback, useRef, type ReactNode } from 'react';
import { Dialog } from 'radix-ui';
import { IconButton } from './Button';
import { cx } from './cx';
import { ReplayContext } from './replay';
import { useText } from './text';
import styles from './Modal.module.css';

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

/** Escape in a box with an open list closes the list, not the dialog around it. */
const isListOpen = ({ target }: Event) =>
  target instanceof HTMLElement && target.matches('[role="combobox"][aria-expanded="true"]');

/** Keeps the height of the notices in `--notices`, so that a dialog on a phone leaves room for them. */
const leaveRoom = (panel: HTMLElement) => {
  const notices = document.querySelector<HTMLElement>('[data-notices]');
  if (!notices || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => panel.style.setProperty('--notices', `${notices.offsetHeight}px`));
  observer.observe(notices);
  return () => observer.disconnect();
};

export const ModalPanel = ({ open, title, text, wide, focusOn, children, foot, onClose }: ModalProps) => {
  const t = useText();
  const replay = use(ReplayContext);
  const panel = useRef<HTMLDivElement>(null);
  const ref = useCallback((element: HTMLDivElement | null) => {
    panel.current = element;
    return element ? leaveRoom(element) : undefined;
  }, []);
  const opener = useRef<HTMLElement | null>(null);
  const handleOpenFocus = (event: Event) => {
    // The focus stays on the replay's own buttons.
    if (replay) return event.preventDefault();
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
    <Dialog.Root open={open} modal={!replay} onOpenChange={(next) => !next && onClose?.()}>
      <Dialog.Portal container={replay?.container}>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={cx(styles.panel, wide && styles.wide)}
          ref={ref}
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
            <Dialog.Title className="size-20">{title}</Dialog.Title>
            {onClose && <IconButton icon="close" label={t('ui.close')} onClick={onClose} />}
          </div>
          <div className={styles.body}>
            {text && <Dialog.Description className="soft">{text}</Dialog.Description>}
            {children}
          </div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
