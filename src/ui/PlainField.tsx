import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode } from 'react';
import { cx } from './cx';
import { describedBy, FieldFrame } from './FormMessage';
import styles from './Field.module.css';

interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: ReactNode;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** A line of text outside Formik, for a dialog with one question. It takes the focus when it gets an error. */
export const PlainField = ({ label, error, onChange, ...rest }: PlainFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isInvalid = Boolean(error);
  useEffect(() => {
    if (isInvalid) input.current?.focus();
  }, [isInvalid]);
  return (
    <FieldFrame id={id} label={label} error={error}>
      <input
        ref={input}
        id={id}
        className={cx(styles.input, isInvalid && styles.invalid)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy(id, { error })}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </FieldFrame>
  );
};
