import { useRef } from 'react';
import { Form } from 'formik';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { loginLeft, type LoginState } from '../../domains/session';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { T, useText } from '../../ui/text';
import { EmailField, PasswordField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { Link } from '../../ui/router';
import styles from './Login.module.css';

export const emptyLogin = { email: '', password: '' };
export type LoginValues = typeof emptyLogin;

/**
 * A schema for Formik whose rules load with the first input, because yup would be a tenth of what the page loads first.
 * Without them only the server checks the input.
 */
export const loginRules = {
  validate: async (values: LoginValues, options?: object): Promise<LoginValues> => {
    const rules = await import('./schema').catch(() => null);
    return rules ? rules.loginSchema.validate(values, options) : values;
  },
};

/** Returns the request body; the email loses the spaces that a phone's keyboard adds. */
export const toCredentials = ({ email, password }: LoginValues): LoginValues => ({ email: email.trim(), password });

interface LoginFormProps {
  login: LoginState;
  /** The link to the page for a forgotten password; absent where the user must not leave. */
  forgot?: { to: string; state: unknown };
}

/** Email and password with the server's errors. Use it inside Formik. */
export const LoginForm = ({ login, forgot }: LoginFormProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const form = useRef<HTMLFormElement>(null);
  const failure = errorOf(login);
  const isWrong = failure?.key === ERROR_KEYS.wrongCredentials;
  useFirstErrorFocus(form, failure);
  // The refusal stays until the user changes the form.
  const handleChange = () => {
    if (failure) dispatch(loginLeft());
  };
  return (
    <Form ref={form} className="stack gap-16" onChange={handleChange} noValidate>
      {failure && !isWrong && <FormFailure failure={failure} />}
      <EmailField autoComplete="username" label={t('login.email')} />
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={t('login.password')}
        serverError={isWrong ? t(`errors.keys.${ERROR_KEYS.wrongCredentials}`) : undefined}
      />
      {forgot && (
        <div className={styles.between}>
          <Link to={forgot.to} state={forgot.state}>
            <T id="login.forgot" />
          </Link>
        </div>
      )}
      <Button type="submit" look="primary" wide busy={login.status === 'loading'} textId="login.submit" />
    </Form>
  );
};
