import { useId, type ReactNode, type TextareaHTMLAttributes, type SelectHTMLAttributes } from 'react';
import { useField } from 'formik';
import { describedBy, FieldError, FieldFrame } from './FormMessage';
import { useErrorText, useTextField } from './TextField';
import styles from './Field.module.css';
import { cx } from './cx';
import { T } from './text';
import { Icon } from './icons';
import { Option, type SelectOption } from './Select';

/** A checkbox in a Formik form. `children` are shown below its label. */
export const CheckboxField = ({ name, label, children }: { name: string; label: ReactNode; children?: ReactNode }) => {
  const id = useId();
  const [{ value, ...field }] = useField<boolean>(name);
  const error = useErrorText(name);
  return (
    <div className="stack gap-8">
      <label className={styles.checkboxFieldLabel}>
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

/** Options under a heading of their own. */
interface SelectGroup {
  label: string;
  options: readonly SelectOption[];
}

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The text of the empty option. The user cannot choose it again. */
  placeholder?: string;
  options: readonly SelectOption[] | readonly SelectGroup[];
  onPick?: (value: string) => void;
}

/** The browser's own select in a Formik form. */
export const SelectField = ({ name, label, hint, placeholder, options, onPick, ...rest }: SelectFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="row relative">
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
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) =>
            'value' in option ? (
              <Option key={option.value} {...option} />
            ) : (
              <optgroup key={option.label} label={option.label}>
                {option.options.map((one) => (
                  <Option key={one.value} {...one} />
                ))}
              </optgroup>
            ),
          )}
        </select>
        <span className={styles.chevron}>
          <Icon name="down" size={18} />
        </span>
      </span>
    </FieldFrame>
  );
};
