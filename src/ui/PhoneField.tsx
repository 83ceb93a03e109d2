import { useId, type ReactNode, type Ref } from 'react';
import { useField } from 'formik';
import { phoneDigits } from '../lib/rules';
import { cx } from './cx';
import { useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import fieldStyles from './Field.module.css';
import styles from './PhoneField.module.css';

interface PhoneFieldProps {
  name: string;
  label: ReactNode;
  /** Such as `+90`; it follows the country and cannot be typed. */
  phoneCode: string;
  codeLabel: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A phone number in a Formik form: the country's code, and ten digits of whatever is typed or pasted. */
export const PhoneField = ({ name, label, phoneCode, codeLabel, hint, ref }: PhoneFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  const [, , helpers] = useField<string>(name);
  return (
    <div className={styles.row}>
      <FieldFrame id={`${id}-code`} label={codeLabel}>
        <input id={`${id}-code`} className={cx(fieldStyles.input, styles.code)} value={phoneCode} disabled readOnly />
      </FieldFrame>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <input
          id={id}
          ref={ref}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          className={cx(fieldStyles.input, error && fieldStyles.invalid)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...field}
          onChange={(event) => void helpers.setValue(phoneDigits(event.target.value, phoneCode))}
        />
      </FieldFrame>
    </div>
  );
};
