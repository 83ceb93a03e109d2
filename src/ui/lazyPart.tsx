import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from './Button';
import { FailureLine, type FailureLike } from './State';
import { useText } from './text';
import styles from './State.module.css';

interface FailedProps {
  /** False while the dialog of the part is closed. */
  open?: boolean;
  onClose?: () => void;
  isBusy: boolean;
  onRetry: () => void;
}

/** The parts of the program come from the same server as the data. */
const UNREACHABLE: FailureLike = { kind: 'network', key: '', requestId: null };

/** Gives the focus of a removed button to the element around it. */
const keepFocus = (line: HTMLElement | null) => () => {
  if (line?.contains(document.activeElement)) line.closest<HTMLElement>('[tabindex]')?.focus();
};

const FailedLine = ({ isBusy, onRetry }: FailedProps) => (
  <div ref={keepFocus} className="size-14">
    <FailureLine isRead id="ui.failed.title" failure={UNREACHABLE} isBusy={isBusy} onRetry={onRetry} />
  </div>
);

const showModal = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal();
  // Closing it returns the focus to the control that opened it.
  return () => dialog?.close();
};

/** The browser's own dialog, because the dialog library may be the part that did not load. */
const FailedDialog = ({ open = true, onClose, ...failed }: FailedProps) => {
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
      <FailedLine {...failed} />
      {onClose && <Button onClick={onClose} textId="ui.close" />}
    </dialog>
  );
};

type Part<P> = ComponentType<P> & {
  /** Loads the part before it is shown; a failure waits for the next attempt. */
  preload: () => void;
};

/**
 * Returns a component that loads when it is first shown. Until then it renders `waiting`. If it cannot load, only this
 * part of the page says so and offers another attempt; `React.lazy` would replace the whole page and keep the failure.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
  Failed: ComponentType<FailedProps> = FailedLine,
): Part<P> => {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  const LazyPart = (props: P) => {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [state, setState] = useState<'loading' | 'failed' | 'retried'>('loading');
    useEffect(() => {
      if (Loaded || state === 'failed') return;
      loadOnce().then(
        (part) => setLoaded(() => part),
        () => setState('failed'),
      );
    }, [Loaded, state]);
    if (Loaded) return createElement(Loaded, props);
    if (state === 'loading') return waiting;
    return <Failed {...props} isBusy={state === 'retried'} onRetry={() => setState('retried')} />;
  };
  return Object.assign(LazyPart, { preload: () => void loadOnce().catch(() => undefined) });
};

/** Returns a dialog that loads when it is first shown. If it cannot load, a dialog says so in its place. */
export const lazyDialog = <P extends { open?: boolean; onClose?: () => void }>(
  load: () => Promise<ComponentType<P>>,
  waiting?: ReactNode,
): Part<P> => lazyPart(load, waiting, FailedDialog);
