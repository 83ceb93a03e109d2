import type { InputHTMLAttributes } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import { Icon } from './icons';
import { useText } from './text';
import styles from './Field.module.css';

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onSubmit' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Also runs with an empty text when the user presses the clear button. */
  onSubmit?: (value: string) => void;
}

/** A search box with an icon and a clear button. Enter submits. */
export const SearchField = ({ label, value, onChange, onSubmit, className, ...rest }: SearchFieldProps) => {
  const t = useText();
  const handleClear = () => {
    onChange('');
    onSubmit?.('');
  };
  return (
    <form
      role="search"
      className={cx('row relative', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(value);
      }}
    >
      <span className={styles.startIcon}>
        <Icon name="search" />
      </span>
      <input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        className={cx(styles.input, styles.start, value !== '' && styles.end)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {value !== '' && (
        <IconButton className={styles.endAction} icon="close" label={t('ui.search.clear')} onClick={handleClear} />
      )}
    </form>
  );
};
