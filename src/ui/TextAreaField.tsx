import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { cx } from './cx';
import { useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import styles from './Field.module.css';

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
}

export const TextAreaField = ({ name, label, hint, ...rest }: TextAreaFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        className={cx(styles.input, styles.area, error && styles.invalid)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        {...rest}
        {...field}
      />
    </FieldFrame>
  );
};
