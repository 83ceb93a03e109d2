import { useId, type ReactNode } from 'react';
import { useField } from 'formik';
import { cx } from './cx';
import { useErrorText } from './fieldError';
import { describedBy, FieldError } from './FieldFrame';
import { T } from './text';
import styles from './Field.module.css';

interface ChoicesFieldProps<V extends string | number> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly { value: V; label: string }[];
  required?: boolean;
}

/** A group of visible options in a Formik form. The value is the list of chosen options. */
export const ChoicesField = <V extends string | number>({
  name,
  label,
  hint,
  options,
  required,
}: ChoicesFieldProps<V>) => {
  const id = useId();
  const [{ value }, , { setValue, setTouched }] = useField<V[]>(name);
  const error = useErrorText(name);
  const toggle = (one: V) => {
    const isChosen = value.includes(one);
    void setValue(isChosen ? value.filter((other) => other !== one) : [...value, one]);
    void setTouched(true, false);
  };
  return (
    <fieldset
      className={styles.choices}
      data-required={required || undefined}
      // Without options the group itself takes the focus.
      {...(error && options.length === 0 && { tabIndex: -1, 'data-invalid': '', 'data-field': name })}
      aria-describedby={cx(required && `${id}-required`, describedBy(id, { hint, error })) || undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {/* A group has no attribute for "required", so a hidden text says it. */}
      {required && (
        <span className="visually-hidden" id={`${id}-required`}>
          <T id="ui.required" />
        </span>
      )}
      <div className="flex wrap gap-8">
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
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={id} error={error} />}
    </fieldset>
  );
};
