import { useId, useRef } from 'react';
import { Form, Formik } from 'formik';
import { object } from 'yup';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  reauthenticationFailureSeen,
  reauthenticationSubmitted,
  selectReauthentication,
  selectUser,
} from '../../domains/session';
import { errorOf } from '../../domains/kit/loadable';
import { passwordRule } from '../../lib/rules';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { Modal } from '../../ui/Modal';
import { useText } from '../../ui/text';
import { PasswordField } from '../../ui/TextField';
import { FirstErrorFocus } from '../../ui/useFirstErrorFocus';

const schema = object({ password: passwordRule() });

/** Asks for the password before a sensitive change. The form below keeps what the user typed. */
export const PasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { submit } = useFields(selectReauthentication, 'submit');
  const failure = errorOf(submit);
  const isWrong = failure?.key === ERROR_KEYS.wrongCredentials;
  const handleChange = () => {
    if (failure) dispatch(reauthenticationFailureSeen());
  };
  return (
    <Modal
      open
      focusOn="[name=password]"
      title={t('reauthenticate.title')}
      text={t('reauthenticate.text')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            look="primary"
            busy={submit.status === 'loading'}
            textId="reauthenticate.submit"
          />
        </>
      }
    >
      <Formik
        initialValues={{ password: '' }}
        validationSchema={schema}
        onSubmit={(values, helpers) => {
          dispatch(reauthenticationSubmitted(values));
          helpers.setSubmitting(false);
        }}
      >
        <Form ref={form} id={id} className="stack gap-16 lowered" onChange={handleChange} noValidate>
          <FirstErrorFocus form={form} failure={failure} />
          {failure && !isWrong && <FormFailure failure={failure} />}
          {/* Password managers need the account name, and they skip inputs of type hidden. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            className="visually-hidden"
            value={user?.email ?? ''}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
          <PasswordField
            name="password"
            autoComplete="current-password"
            label={t('login.password')}
            serverError={isWrong ? t('reauthenticate.wrong') : undefined}
          />
        </Form>
      </Formik>
    </Modal>
  );
};
