import { useRef, useEffect, useEffectEvent } from 'react';
import { object } from 'yup';
import { Form, Formik, type FormikHelpers } from 'formik';
import { useLocation } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { emailRule } from '../../lib/rules';
import { forgetLeft, type PasswordLoad, forgetSubmitted, selectForget } from '../../domains/account';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { EmailField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { GuestFoot, GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { Link, useNavigate } from '../../ui/router';

const forgetSchema = object({ email: emailRule() });

const emptyForget = { email: '' };
type ForgetValues = typeof emptyForget;

/** The email field with the server's errors. Use it inside Formik. */
const ForgetForm = ({ forget }: { forget: PasswordLoad }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const form = useRef<HTMLFormElement>(null);
  const failure = errorOf(forget);
  useFirstErrorFocus(form);
  return (
    <Form ref={form} className="stack gap-16" onChange={() => failure && dispatch(forgetLeft())} noValidate>
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
      <Button type="submit" look="primary" wide busy={forget.status === 'loading'} textId="forgetPassword.submit" />
    </Form>
  );
};

/** The key of the first history entry of a visit, which has no page of ours before it. */
const FIRST_ENTRY = 'default';

/** Sends a link for a new password, then goes back to the previous page: docs/PRODUCT.md#forgotten-password. */
export const ForgetPasswordPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { state, key } = useLocation() as { state: { hasDeadLink?: boolean } | null; key: string };
  // The page of a link that no longer works leads here.
  const hasDeadLink = state?.hasDeadLink === true;
  const forget = useAppSelector(selectForget);
  useEffect(() => () => void dispatch(forgetLeft()), [dispatch]);

  const goBack = useEffectEvent(() => {
    if (key === FIRST_ENTRY || hasDeadLink) navigate(paths.login(), { replace: true, state });
    else navigate(-1);
  });
  useEffect(() => {
    if (forget.status === 'loaded') goBack();
  }, [forget.status]);

  const handleSubmit = ({ email }: ForgetValues, helpers: FormikHelpers<ForgetValues>) => {
    helpers.setSubmitting(false);
    dispatch(forgetSubmitted({ email: email.trim() }));
  };
  return (
    <GuestFrame>
      <GuestHead heading={<PageHeading title={t('forgetPassword.title')} />} lead={<T id="forgetPassword.lead" />} />
      {hasDeadLink && forget.status === 'init' && (
        <div className="space-below-16">
          <FormMessage>
            <T id="resetPassword.invalidToken" />
          </FormMessage>
        </div>
      )}
      <Formik initialValues={emptyForget} validationSchema={forgetSchema} onSubmit={handleSubmit}>
        <ForgetForm forget={forget} />
      </Formik>
      <GuestFoot>
        <Link to={paths.login()} state={state}>
          <T id="forgetPassword.back" />
        </Link>
      </GuestFoot>
    </GuestFrame>
  );
};
