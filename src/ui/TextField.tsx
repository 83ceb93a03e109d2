import { useField, useFormikContext } from 'formik';
import type { MessageId } from '../lib/intl';
import { useText, type TextValues } from './text';
import { useUnlessPressed } from './usePointerPress';
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import { describedBy, FieldFrame } from './FormMessage';
import styles from './Field.module.css';

/** A Formik error from a yup rule or from the server: a message id with its values, or the id alone. */
export type FieldError = MessageId | { id: MessageId; values?: TextValues };

/** Server errors by field, each with the value that it refers to. `useServerErrors` keeps them in Formik's status. */
export type ServerErrors = Record<string, { value: unknown; error: FieldError }>;

/**
 * Returns the error text of a field: a rule's error once the field was touched, or the server's error while the value
 * is unchanged. A new error waits for the end of a press.
 */
export const useErrorText = (name: string): string | undefined => {
  const t = useText();
  const [{ value }, { touched, error }] = useField<unknown>(name);
  const status = useFormikContext().status as { serverErrors?: ServerErrors } | undefined;
  const serverError = status?.serverErrors?.[name];
  const byServer = serverError && serverError.value === value ? serverError.error : undefined;
  const problem = (touched ? (error as FieldError | undefined) : undefined) ?? byServer;
  return useUnlessPressed(problem && (typeof problem === 'string' ? t(problem) : t(problem.id, problem.values)));
};

export const useTextField = (name: string) => {
  const [field] = useField<string>(name);
  return { field, error: useErrorText(name) };
};

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

/** The field of an email address, which every form names `email` and requires. */
export const EmailField = (props: Omit<TextFieldProps, 'name'>) => (
  <TextField name="email" type="email" required inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
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
          required
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
