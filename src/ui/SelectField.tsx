import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import { cx } from './cx';
import { useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import { Icon } from './icons';
import { Option, type SelectOption } from './Select';
import styles from './Field.module.css';

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
