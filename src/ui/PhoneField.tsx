import { useId, type ReactNode, type ChangeEvent, type InputHTMLAttributes } from 'react';
import { useField } from 'formik';
import { withLatinDigits } from '../../contract/constants/cleanText';
import { phoneDigits } from '../lib/rules';
import { cx } from './cx';
import { useTextField } from './TextField';
import { describedBy, FieldFrame } from './FormMessage';
import styles from './Field.module.css';

interface PhoneFieldProps {
  label: ReactNode;
  /** The calling code of the country, such as `+90`; the user cannot edit it. */
  phoneCode: string;
  codeLabel: ReactNode;
  hint?: ReactNode;
}

/**
 * The field `phone` of a Formik form: the country's calling code, and ten digits taken from what the user types or
 * pastes.
 */
export const PhoneField = ({ label, phoneCode, codeLabel, hint }: PhoneFieldProps) => {
  const id = useId();
  const { field, error } = useTextField('phone');
  const [, , helpers] = useField<string>('phone');
  return (
    <div className={styles.row}>
      <FieldFrame id={`${id}-code`} label={codeLabel}>
        <input id={`${id}-code`} className={cx(styles.input, styles.code)} value={phoneCode} disabled readOnly />
      </FieldFrame>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <input
          id={id}
          type="tel"
          required
          inputMode="numeric"
          autoComplete="tel-national"
          className={cx(styles.input, error && styles.invalid)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...field}
          onChange={(event) => void helpers.setValue(phoneDigits(event.target.value, phoneCode))}
        />
      </FieldFrame>
    </div>
  );
};

interface MaskedFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Content at the end of the line, over the field: a text, or a button. */
  end?: ReactNode;
  action?: ReactNode;
  /** Formats a text. A formatted text must stay unchanged, and a prefix of a text must give a prefix of the result. */
  format: (text: string) => string;
  /** Convert between the form's value and the shown text, where they differ. */
  toText?: (value: string) => string;
  toValue?: (text: string) => string;
}

const same = (text: string): string => text;

/**
 * A line of text in a Formik form that is formatted while the user types or pastes. The caret stays behind the
 * character that it followed. The field has no `maxLength`, which would cut a pasted text before it is formatted.
 */
export const MaskedField = (props: MaskedFieldProps) => {
  const { name, label, hint, end, action, toText = same, toValue = same, format: formatLatin, ...rest } = props;
  const format = (text: string) => formatLatin(withLatinDigits(text));
  const id = useId();
  const { field, error } = useTextField(name);
  const [, , helpers] = useField<string>(name);
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    const caret = format(before).length;
    // Writing before React compares the values keeps React from writing again and moving the caret.
    target.value = format(target.value);
    target.setSelectionRange(caret, caret);
    void helpers.setValue(toValue(target.value));
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="row relative">
        <input
          id={id}
          inputMode="numeric"
          spellCheck={false}
          className={cx(styles.input, styles.digits, action != null && styles.end, error && styles.invalid)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...rest}
          {...field}
          value={toText(field.value)}
          onChange={handleChange}
        />
        {action && <span className={styles.maskedAction}>{action}</span>}
        {end && <span className={styles.maskedFieldEnd}>{end}</span>}
      </span>
    </FieldFrame>
  );
};
