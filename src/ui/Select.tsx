import { useId, type ReactNode, type SelectHTMLAttributes } from 'react';
import { cx } from './cx';
import { FieldFrame } from './FormMessage';
import { Icon, type IconName } from './icons';
import styles from './Field.module.css';

export interface SelectOption {
  value: string;
  label: string;
  /** The label is a name, which no browser may translate. */
  isName?: boolean;
  /** The full text of a truncated label. */
  title?: string;
}

export const Option = ({ value, label, isName, title }: SelectOption) => (
  <option value={value} title={title} translate={isName ? 'no' : undefined}>
    {label}
  </option>
);

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: ReactNode;
  /** Hides the label visually, or shows it in the box before the value. */
  labelHidden?: boolean;
  labelInside?: boolean;
  /** Shows only this icon, marked while `isChanged`; the label becomes the hidden name. */
  icon?: IconName | undefined;
  isChanged?: boolean;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

/** The browser's own select, which works best on phones. */
export const Select = ({
  label,
  labelHidden,
  labelInside,
  icon,
  isChanged,
  value,
  options,
  onChange,
  className,
  ...rest
}: SelectProps) => {
  const id = useId();
  const control = (
    <span
      className={cx(
        'row relative',
        className,
        labelInside && `${styles.input} ${styles.inside}`,
        icon && styles.byIcon,
      )}
      data-changed={isChanged}
      title={icon && String(label)}
    >
      {labelInside && (
        <label className={styles.insideLabel} htmlFor={id}>
          {label}
        </label>
      )}
      <select
        id={id}
        className={cx(styles.input, styles.select)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={labelHidden ? String(label) : undefined}
        {...rest}
      >
        {options.map((option) => (
          <Option key={option.value} {...option} />
        ))}
      </select>
      <span className={styles.chevron}>
        <Icon name={icon ?? 'down'} size={icon ? 20 : 18} />
      </span>
    </span>
  );
  return labelHidden || labelInside ? (
    control
  ) : (
    <FieldFrame id={id} label={label}>
      {control}
    </FieldFrame>
  );
};
