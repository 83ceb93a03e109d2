import { useEffect, useState } from 'react';
import { Button, IconButton } from './Button';
import { Icon } from './icons';
import { useText } from './text';
import { Link } from './router';
import styles from './Toasts.module.css';

/** Milliseconds to read a short sentence twice. */
const SHOWN_FOR = 6000;
/** Milliseconds for a notice that links to a new message: docs/PRODUCT.md#conversation. */
const LINK_SHOWN_FOR = 3000;

export interface ToastContent {
  id: string | number;
  kind: 'info' | 'success' | 'error';
  text: string;
  /** The link's path, without the base. */
  to?: string;
  /** Undoes what the notice reports, or does what `undoText` says. */
  onUndo?: () => void;
  undoText?: string;
  /** The notice stays until the user closes it or follows its link. */
  stays?: boolean;
}

const Toast = ({ toast, onClose }: { toast: ToastContent; onClose: (id: ToastContent['id']) => void }) => {
  const t = useText();
  const { id, to, text, stays, onUndo, undoText = t('ui.undo') } = toast;
  const handleUndo = () => {
    onUndo?.();
    onClose(id);
  };
  // A notice stays while the user points at it or it has the focus. One that appears under a resting pointer ends.
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isPaused = isPointedAt || hasFocus || stays;
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => onClose(id), to === undefined ? SHOWN_FOR : LINK_SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, to, isPaused, onClose]);
  return (
    <li
      className={styles.toast}
      onPointerMove={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {toast.kind !== 'info' && <Icon name={toast.kind === 'success' ? 'check' : 'warning'} />}
      {to === undefined ? (
        <span className="grows shrinks">{text}</span>
      ) : (
        <Link to={to} className={styles.link} onClick={() => onClose(id)}>
          {text}
        </Link>
      )}
      {onUndo && (
        <Button small look="quiet" className={styles.close} onClick={handleUndo}>
          {undoText}
        </Button>
      )}
      <IconButton small icon="close" label={t('ui.close')} className={styles.close} onClick={() => onClose(id)} />
    </li>
  );
};

/** Shows notices, which screen readers announce, always in the same place. `onClose` must be stable. */
export const Toasts = ({
  toasts,
  onClose,
}: {
  toasts: readonly ToastContent[];
  onClose: (id: ToastContent['id']) => void;
}) => (
  <div role="status" aria-live="polite">
    <ul className={styles.region} data-notices="">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} />
      ))}
    </ul>
  </div>
);
