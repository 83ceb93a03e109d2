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
  /** Content at the end of the line, over the field. */
  end?: ReactNode;
  /** Formats a text. A formatted text must stay unchanged, and a prefix of a text must give a prefix of the result. */
  format: (text: string) => string;
}

/**
 * A line of text in a Formik form that is formatted while the user types or pastes. The caret stays behind the
 * character that it followed. The field has no `maxLength`, which would cut a pasted text before it is formatted.
 */
export const MaskedField = ({ name, label, hint, end, format, ...rest }: MaskedFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    const caret = format(before).length;
    // Writing before React compares the values keeps React from writing again and moving the caret.
    target.value = format(target.value);
    target.setSelectionRange(caret, caret);
    field.onChange(event);
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="row relative">
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
