import { useEffect } from 'react';
import { Formik, type FormikHelpers } from 'formik';
import { useLocation } from 'react-router-dom';
import { loginLeft, loginOpened, loginSubmitted, selectLogin } from '../../domains/session';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Name, T, useText } from '../../ui/text';
import { GuestFoot, GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { Link } from '../../ui/router';
import { emptyLogin, loginRules, toCredentials, type LoginValues, LoginForm } from './LoginForm';
import styles from './Login.module.css';

const PASSWORD = 'Demo123!';

/** The fixed demo accounts, in the order that suits a first visit. */
const ACCOUNTS = [
  { email: 'root@demo.test', text: 'login.demo.root' },
  { email: 'hr@demo.test', text: 'login.demo.hr' },
  { email: 'branch@demo.test', text: 'login.demo.branch' },
  { email: 'company@demo.test', text: 'login.demo.company' },
  { email: 'empty@demo.test', text: 'login.demo.empty' },
  { email: 'closed@demo.test', text: 'login.demo.closed' },
  { email: 'worker@demo.test', text: 'login.demo.worker' },
  { email: 'other@demo.test', text: 'login.demo.other' },
] as const;

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void;
}

const DemoAccounts = ({ onChoose }: DemoAccountsProps) => (
  <details className={styles.demo} open>
    <T as="summary" id="login.demo.title" />
    <T
      as="p"
      className={styles.demoText}
      id="login.demo.text"
      values={{
        password: (
          <code key="password" translate="no">
            {PASSWORD}
          </code>
        ),
      }}
    />
    <ul className={styles.accounts}>
      {ACCOUNTS.map(({ email, text }) => (
        <li key={email}>
          <button type="button" className={styles.account} onClick={() => onChoose({ email, password: PASSWORD })}>
            <T className="shrinks" id={text} />
            <Name className="rigid soft">{email}</Name>
          </button>
        </li>
      ))}
    </ul>
  </details>
);

/** The sign-in page. The route state keeps the page that the user wanted, also on the links to other guest pages. */
export const LoginPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  const login = useAppSelector(selectLogin);
  useEffect(() => {
    dispatch(loginOpened());
    return () => void dispatch(loginLeft());
  }, [dispatch]);

  const handleSubmit = (values: LoginValues, helpers: FormikHelpers<LoginValues>) => {
    dispatch(loginSubmitted(toCredentials(values)));
    helpers.setSubmitting(false);
  };
  return (
    <Formik initialValues={emptyLogin} validationSchema={loginRules} onSubmit={handleSubmit}>
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
