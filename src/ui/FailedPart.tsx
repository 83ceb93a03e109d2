import { useState, type ComponentType, type ReactNode } from 'react';
import { Button } from './Button';
import { FailureText, keepFocus, type FailureLike } from './State';
import { T, useText } from './text';
import { useOnlineAgain } from './useDelayed';
import styles from './State.module.css';

/** The parts of the program come from the same server as the data. */
const UNREACHABLE: FailureLike = { kind: 'network', key: '', requestId: null };

/** Says that a part could not load, and tries again. */
const FailedLine = ({ retry, children }: { retry: () => Promise<void>; children?: ReactNode }) => {
  const [isBusy, setIsBusy] = useState(false);
  const handleRetry = () => {
    setIsBusy(true);
    retry().catch(() => setIsBusy(false));
  };
  useOnlineAgain(handleRetry);
  return (
    <div ref={keepFocus} className="stack at-start gap-8 size-14">
      <div role="alert">
        <T as="strong" id="ui.failed.title" />
        <p className="soft">
          <FailureText failure={UNREACHABLE} />
        </p>
      </div>
      <div className="flex wrap gap-8">
        <Button small busy={isBusy} onClick={handleRetry} textId="ui.retry" />
        {children}
      </div>
    </div>
  );
};

const showModal = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal();
  // Closing it returns the focus to the control that opened it.
  return () => dialog?.close();
};

interface FailedDialogProps {
  /** False while the dialog of the part is closed. */
  open?: boolean;
  onClose?: () => void;
  retry: () => Promise<void>;
}

/** The browser's own dialog, because the dialog library may be what did not load. */
const FailedDialog = ({ open = true, onClose, retry }: FailedDialogProps) => {
  const t = useText();
  if (!open) return null;
  return (
    <dialog
      ref={showModal}
      className={styles.dialog}
      aria-label={t('ui.failed.title')}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <FailedLine retry={retry}>{onClose && <Button small onClick={onClose} textId="ui.close" />}</FailedLine>
    </dialog>
  );
};

/** Returns what takes the place of a part that could not load: `show` replaces it once another `load` succeeds. */
type Replacement = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  show: (part: ComponentType<P>) => void,
) => ComponentType<P>;

/** For a part in the page. */
export const line: Replacement = (load, show) => () => <FailedLine retry={() => load().then(show)} />;

/** For a dialog, whose `open` and `onClose` it uses. */
export const dialog: Replacement = (load, show) => (props) => (
  <FailedDialog {...props} retry={() => load().then(show)} />
);

/** For a part that nobody misses. */
export const nothing: Replacement = () => () => null;
