import { useEffect } from 'react';
import { Formik, type FormikHelpers } from 'formik';
import { Link, useLocation } from 'react-router-dom';
import { loginLeft, loginSubmitted, selectLogin } from '../../domains/session';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { GuestFoot, GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { T, useText } from '../../ui/text';
import { DemoAccounts } from './DemoAccounts';
import { emptyLogin, loginSchema, toCredentials, type LoginValues } from './form';
import { LoginForm } from './LoginForm';

/** The sign-in page. The route state keeps the page that the user wanted, also on the links to other guest pages. */
export const LoginPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  const login = useAppSelector(selectLogin);
  useEffect(() => () => void dispatch(loginLeft()), [dispatch]);

  const handleSubmit = (values: LoginValues, helpers: FormikHelpers<LoginValues>) => {
    dispatch(loginSubmitted(toCredentials(values)));
    helpers.setSubmitting(false);
  };
  return (
    <Formik initialValues={emptyLogin} validationSchema={loginSchema} onSubmit={handleSubmit}>
      {({ setValues }) => (
        <GuestFrame below={readSettings().demo && <DemoAccounts onChoose={(account) => void setValues(account)} />}>
          <GuestHead heading={<PageHeading title={t('login.title')} />} lead={t('login.lead')} />
          <LoginForm login={login} forgot={{ to: paths.forgetPassword(), state }} />
          <GuestFoot>
            <T id="login.noAccount" />{' '}
            <Link to={paths.register()} state={state}>
              <T id="login.register" />
            </Link>
          </GuestFoot>
        </GuestFrame>
      )}
    </Formik>
  );
};
