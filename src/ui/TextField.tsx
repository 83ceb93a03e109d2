import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import { useTextField } from './fieldError';
import { describedBy, FieldFrame } from './FieldFrame';
import { useText } from './text';
import styles from './Field.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export const TextField = ({ name, label, hint, ...rest }: TextFieldProps) => {
  const id = useId();
  const { field, error } = useTextField(name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        className={cx(styles.input, error && styles.invalid)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        {...rest}
        {...field}
      />
    </FieldFrame>
  );
};

/** The field of an email address, which every form names `email`. */
export const EmailField = (props: Omit<TextFieldProps, 'name'>) => (
  <TextField name="email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
);

interface PasswordFieldProps extends TextFieldProps {
  serverError?: string;
}

export const PasswordField = ({ name, label, hint, serverError, ...rest }: PasswordFieldProps) => {
  const id = useId();
  const t = useText();
  const [shown, setShown] = useState(false);
  const { field, error: clientError } = useTextField(name);
  const error = clientError ?? serverError;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="row relative">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={cx(styles.input, styles.end, error && styles.invalid)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...rest}
          {...field}
        />
        <IconButton
          className={styles.endAction}
          icon={shown ? 'eyeOff' : 'eye'}
          label={t(shown ? 'ui.password.hide' : 'ui.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </span>
    </FieldFrame>
  );
};
