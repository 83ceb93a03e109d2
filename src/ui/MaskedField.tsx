import { useId, type ChangeEvent, type InputHTMLAttributes, type ReactNode } from 'react';
import { cx } from './cx';
import { useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import styles from './Field.module.css';
import own from './MaskedField.module.css';

interface MaskedFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Stands at the end of the line, over the field. */
  end?: ReactNode;
  /** What a text is shown as. It must answer its own answers unchanged, and the start of a text the start of the answer. */
  format: (text: string) => string;
}

/**
 * A line of text in a Formik form that is brought into its form while one types or pastes; the caret stays behind what stood
 * before it. There is no `maxLength`, for it would cut a paste before it is read.
 */
export const MaskedField = ({ name, label, hint, end, format, ...rest }: MaskedFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    const caret = format(before).length;
    // Written before React compares: it then leaves the field, and with it the caret, alone.
    target.value = format(target.value);
    target.setSelectionRange(caret, caret);
    field.onChange(event);
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={styles.control}>
        <input
          id={id}
          inputMode="numeric"
          spellCheck={false}
          className={cx(styles.input, own.digits, error && styles.invalid)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...rest}
          {...field}
          onChange={handleChange}
        />
        {end && <span className={own.end}>{end}</span>}
      </span>
    </FieldFrame>
  );
};
