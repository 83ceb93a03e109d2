import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icons';
import styles from './Field.module.css';

/** Returns the ids of a field's hint and error for the control's `aria-describedby`. */
export const describedBy = (id: string, { hint, error }: { hint?: ReactNode; error?: ReactNode }) =>
  cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined;

export const FieldError = ({ id, error }: { id: string; error: ReactNode }) => (
  <span className={styles.error} id={`${id}-error`} role="alert">
    <Icon name="warning" size={18} />
    <span>{error}</span>
  </span>
);

interface FieldFrameProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
}

export const FieldFrame = ({ id, label, hint, error, children }: FieldFrameProps) => (
  <div className={styles.field}>
    <label className={styles.label} htmlFor={id}>
      {label}
    </label>
    {children}
    {hint && (
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
    )}
    {error && <FieldError id={id} error={error} />}
  </div>
);
