import { useId, type ReactNode } from 'react';
import { useField } from 'formik';
import { phoneDigits } from '../lib/rules';
import { cx } from './cx';
import { useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import fieldStyles from './Field.module.css';
import styles from './PhoneField.module.css';

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
        <input id={`${id}-code`} className={cx(fieldStyles.input, styles.code)} value={phoneCode} disabled readOnly />
      </FieldFrame>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <input
          id={id}
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
