import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx';
import { Icon } from './icons';
import { FailureText, type FailureLike } from './State';
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

/** Shows an error of the whole form, or a success, above the fields and scrolls to it. */
export const FormMessage = ({ isGood, children }: { isGood?: boolean; children: ReactNode }) => {
  const box = useRef<HTMLParagraphElement>(null);
  // In Chromium 156 scrollIntoView returns a promise, which React would call as the effect's clean-up.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <p ref={box} className={cx(styles.message, isGood && styles.good)} role={isGood ? undefined : 'alert'}>
      <Icon name={isGood ? 'check' : 'warning'} />
      <span>{children}</span>
    </p>
  );
};

/** Shows why the whole form was refused, if it was. */
export const FormFailure = ({ failure }: { failure: FailureLike | null }) =>
  failure && (
    <FormMessage>
      <FailureText failure={failure} />
    </FormMessage>
  );
