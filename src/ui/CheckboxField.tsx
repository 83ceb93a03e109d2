import { useId, type ReactNode } from 'react';
import { useField } from 'formik';
import { describedBy, FieldError } from './FieldFrame';
import { useErrorText } from './fieldError';
import styles from './CheckboxField.module.css';

/** A checkbox in a Formik form. `children` are shown below its label. */
export const CheckboxField = ({ name, label, children }: { name: string; label: ReactNode; children?: ReactNode }) => {
  const id = useId();
  const [{ value, ...field }] = useField<boolean>(name);
  const error = useErrorText(name);
  return (
    <div className="stack gap-8">
      <label className={styles.label}>
        <input
          type="checkbox"
          className={styles.box}
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error })}
          {...field}
        />
        <span>{label}</span>
      </label>
      {children}
      {error && <FieldError id={id} error={error} />}
    </div>
  );
};
