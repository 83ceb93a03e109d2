import { useRef } from 'react';
import { Form } from 'formik';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/constants/limits';
import type { Failure } from '../../domains/kit/failure';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { EmailField, PasswordField, TextField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { PlaceSearch } from '../../widgets/PlacePicker/PlaceSearch';
import { Agreement } from './Agreement';
import { toField } from './form';
import { PhoneFields } from './PhoneFields';
import { useCountries } from './useCountries';
import styles from './Register.module.css';

interface RegisterFormProps {
  verified: boolean;
  busy: boolean;
  /** The server's failure, shown at its fields or, if it names none, above the form. */
  failure: Failure | null;
  /** The server refused the phone's code. */
  proofExpired: boolean;
  onChange: () => void;
}

/** The fields of the registration: docs/PRODUCT.md#registration. Use it inside Formik. */
export const RegisterForm = ({ verified, busy, failure, proofExpired, onChange }: RegisterFormProps) => {
  const t = useText();
  const form = useRef<HTMLDivElement>(null);
  const places = useCountries();
  useServerErrors(failure, toField);
  useFirstErrorFocus(form);
  const message = proofExpired ? (
    <T id="register.proofExpired" />
  ) : (
    failure && !failure.fields && <FailureText failure={failure} />
  );
  return (
    <Form onChange={onChange} noValidate>
      <div ref={form} className={styles.form}>
        {message && <FormMessage>{message}</FormMessage>}
        <TextField name="companyName" label={t('register.companyName')} autoComplete="organization" />
        <div className={styles.pair}>
          <TextField name="firstName" label={t('register.firstName')} autoComplete="given-name" />
          <TextField name="lastName" label={t('register.lastName')} autoComplete="family-name" />
        </div>
        <EmailField autoComplete="username" label={t('register.email')} />
        <PhoneFields {...places} verified={verified} />
        <PasswordField
          name="password"
          autoComplete="new-password"
          label={t('register.password')}
          hint={t('register.passwordHint', { min: PASSWORD_MIN, max: PASSWORD_MAX })}
        />
        <PlaceSearch
          name="place"
          label={t('register.place')}
          hint={t('register.placeHint')}
          country={places.chosen?.countryCode}
        />
        <Agreement />
        <Button type="submit" look="primary" wide busy={busy}>
          <T id={verified ? 'register.submit' : 'register.next'} />
        </Button>
      </div>
    </Form>
  );
};
