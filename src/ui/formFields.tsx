import { useId, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { useField } from 'formik';
import { cx } from './cx';
import { useFieldText, useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import { Icon } from './icons';
import type { SelectOption } from './Select';
import styles from './Field.module.css';

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
}

/** Several lines of text in a Formik form. */
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

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'value' | 'onChange'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly SelectOption[];
  onPick?: (value: string) => void;
}

/** One of a few in a Formik form, by the browser's own select. */
export const SelectField = ({ name, label, hint, options, onPick, ...rest }: SelectFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={styles.control}>
        <select
          id={id}
          className={cx(styles.input, styles.select, error && styles.invalid)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...rest}
          {...field}
          onChange={(event) => {
            field.onChange(event);
            onPick?.(event.target.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.chevron}>
          <Icon name="down" size={18} />
        </span>
      </span>
    </FieldFrame>
  );
};

/** A box to tick in a Formik form. */
export const CheckField = ({ name, label, hint }: { name: string; label: ReactNode; hint?: ReactNode }) => {
  const id = useId();
  const [field] = useField<boolean>({ name, type: 'checkbox' });
  const error = useFieldText(name);
  return (
    <div className={styles.field}>
      <label className={styles.check} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          {...field}
          value={undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={`${id}-error`} role="alert">
          <Icon name="warning" size={18} />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
};

interface ChoicesFieldProps<V extends string | number> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly { value: V; label: string }[];
  /** Only one may be chosen. */
  single?: boolean;
}

/** Any of some, all in sight, in a Formik form; the value is the list of those chosen. */
export const ChoicesField = <V extends string | number>({
  name,
  label,
  hint,
  options,
  single,
}: ChoicesFieldProps<V>) => {
  const id = useId();
  const [{ value }, , { setValue, setTouched }] = useField<V[]>(name);
  const error = useFieldText(name);
  const toggle = (one: V) => {
    const isChosen = value.includes(one);
    const rest = single ? [] : value.filter((other) => other !== one);
    void setValue(isChosen ? rest : [...rest, one]);
    void setTouched(true, false);
  };
  return (
    <fieldset className={styles.choices} aria-describedby={describedBy(id, { hint, error })}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              name={name}
              checked={value.includes(option.value)}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={`${id}-error`} role="alert">
          <Icon name="warning" size={18} />
          <span>{error}</span>
        </span>
      )}
    </fieldset>
  );
};
