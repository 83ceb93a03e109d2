import { useRef } from 'react';
import { Form } from 'formik';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { forgetLeft, type PasswordLoad } from '../../domains/account';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { EmailField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import styles from '../../ui/FormMessage.module.css';

/** The email field with the server's errors. Use it inside Formik. */
export const ForgetForm = ({ forget }: { forget: PasswordLoad }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const form = useRef<HTMLFormElement>(null);
  const failure = errorOf(forget);
  useFirstErrorFocus(form);
  return (
    <Form ref={form} className={styles.form} onChange={() => failure && dispatch(forgetLeft())} noValidate>
      {failure && (
        <FormMessage>
          {failure.key === ERROR_KEYS.mailInvalid ? (
            <T id="forgetPassword.failSubmitText" />
          ) : (
            <FailureText failure={failure} />
          )}
        </FormMessage>
      )}
      <EmailField autoComplete="username" label={t('forgetPassword.email')} />
      <Button type="submit" look="primary" wide busy={forget.status === 'loading'}>
        <T id="forgetPassword.submit" />
      </Button>
    </Form>
  );
};
