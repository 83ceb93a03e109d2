import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { cx } from './cx';
import { describedBy, FieldFrame } from './FieldFrame';
import styles from './Field.module.css';

interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: ReactNode;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** A line of text outside Formik, for a dialog with one question. */
export const PlainField = ({ label, error, onChange, ...rest }: PlainFieldProps) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error}>
      <input
        id={id}
        className={cx(styles.input, error ? styles.invalid : undefined)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { error })}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </FieldFrame>
  );
};
