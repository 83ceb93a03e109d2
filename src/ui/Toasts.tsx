import { useEffect } from 'react';
import { IconButton } from './Button';
import { Icon } from './icons';
import { useText } from './text';
import styles from './Toasts.module.css';

/** Time to read a short sentence twice, in milliseconds. */
const SHOWN_FOR = 6000;

export interface ShownToast {
  id: string | number;
  kind: 'info' | 'success' | 'error';
  text: string;
}

const Toast = ({ toast, onClose }: { toast: ShownToast; onClose: (id: ShownToast['id']) => void }) => {
  const t = useText();
  const { id } = toast;
  useEffect(() => {
    const timer = setTimeout(() => onClose(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, onClose]);
  return (
    <li className={styles.toast}>
      {toast.kind !== 'info' && <Icon name={toast.kind === 'success' ? 'check' : 'warning'} />}
      <span className={styles.text}>{toast.text}</span>
      <IconButton small icon="close" label={t('ui.close')} className={styles.close} onClick={() => onClose(id)} />
    </li>
  );
};

/** Short messages, announced by screen readers; `onClose` must be stable. */
export const Toasts = ({
  toasts,
  onClose,
}: {
  toasts: readonly ShownToast[];
  onClose: (id: ShownToast['id']) => void;
}) => (
  <div role="status" aria-live="polite">
    <ul className={styles.region}>
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} />
      ))}
    </ul>
  </div>
);
