import { Formik } from 'formik';
import { loginSubmitted, logoutRequested, selectLogin, selectUser } from '../../domains/session';
import { emptyLogin, loginRules, toCredentials, LoginForm } from '../../screens/Login/LoginForm';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useText } from '../../ui/text';

/** Asks the user to sign in again over the page when the session ends, so that the page keeps its input. */
export const SessionDialog = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const login = useAppSelector(selectLogin);
  return (
    <Modal
      open
      focusOn={user ? '[name=password]' : undefined}
      title={t('session.expired.title')}
      text={t('session.expired.text')}
    >
      <div className="stack gap-8 lowered">
        <Formik
          initialValues={{ ...emptyLogin, email: user?.email ?? '' }}
          validationSchema={loginRules}
          onSubmit={(values, helpers) => {
            dispatch(loginSubmitted(toCredentials(values)));
            helpers.setSubmitting(false);
          }}
        >
          <LoginForm login={login} />
        </Formik>
        <Button look="quiet" wide onClick={() => dispatch(logoutRequested())} textId="session.expired.leave" />
      </div>
    </Modal>
  );
};
