import { Form } from 'formik';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { forgetLeft, type PasswordLoad } from '../../domains/account';
import { useAppDispatch } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { TextField } from '../../ui/TextField';
import styles from '../../ui/FormMessage.module.css';

/** The email field with the server's errors. Use it inside Formik. */
export const ForgetForm = ({ forget }: { forget: PasswordLoad }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const failure = forget.status === 'failed' ? forget.error : null;
  return (
    <Form className={styles.form} onChange={() => failure && dispatch(forgetLeft())} noValidate>
      {failure && (
        <FormMessage>
          {failure.key === ERROR_KEYS.mailInvalid ? (
            <T id="forgetPassword.failSubmitText" />
          ) : (
            <FailureText failure={failure} />
          )}
        </FormMessage>
      )}
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('forgetPassword.email')}
      />
      <Button type="submit" look="primary" wide busy={forget.status === 'loading'}>
        <T id="forgetPassword.submit" />
      </Button>
    </Form>
  );
};
