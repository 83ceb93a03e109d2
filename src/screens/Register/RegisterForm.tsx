import { useEffect, useEffectEvent, useMemo, useState, useRef } from 'react';
import { boolean, object, string } from 'yup';
import { useFormikContext, Form } from 'formik';
import { useIntl } from 'react-intl';
import type { ContentName } from '../../../contract/constants/options';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/constants/limits';
import {
  type RegistrationDraft,
  type RegistrationRequest,
  countryCheckRequested,
  selectCountryCheck,
} from '../../domains/account';
import { locationText, grantedLocation } from '../../lib/location';
import { chosenRule, emailRule, passwordRule, phoneRule, requiredText } from '../../lib/rules';
import { countriesRequested, selectCountries, type Country } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { selectLanguage } from '../../domains/preferences';
import type { Failure } from '../../domains/kit/failure';
import { CheckboxField, SelectField } from '../../ui/fields';
import { LinkButton, Button } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { Icon } from '../../ui/icons';
import { PhoneField } from '../../ui/PhoneField';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText, RetryButton } from '../../ui/State';
import { EmailField, PasswordField, TextField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { DocumentModal } from '../../widgets/DocumentModal/DocumentModal';
import { PlaceSearch } from '../../widgets/PlacePicker/PlaceSearch';
import styles from './Register.module.css';

export interface RegisterValues extends RegistrationDraft {
  password: string;
}

/** Rules of the registration form: docs/PRODUCT.md#registration. */
export const registerSchema = object({
  companyName: requiredText(),
  firstName: requiredText(),
  lastName: requiredText(),
  email: emailRule(),
  country: string().required('validation.required'),
  phone: phoneRule(),
  password: passwordRule(),
  place: chosenRule(),
  agreement: boolean().oneOf([true], 'validation.agreement'),
});

export const emptyDraft: RegistrationDraft = {
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  country: '',
  phone: '',
  place: null,
  agreement: false,
};

/** Returns the values without the password, which only memory may hold. */
export const toDraft = ({ password: _password, ...draft }: RegisterValues): RegistrationDraft => draft;

/** A verified phone; the code is valid only for this number and country. */
interface PhoneProof {
  phone: string;
  country: string;
  phoneVerifyCode: string;
}

/** The route state of this page, which survives a reload. */
interface RegisterRoute {
  draft: RegistrationDraft | null;
  proof: PhoneProof | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the route state: `values` without the password and, after /sms-verify, `phoneVerifyCode`. */
export const readRoute = (state: unknown): RegisterRoute => {
  const { values, phoneVerifyCode } = (state ?? {}) as { values?: unknown; phoneVerifyCode?: unknown };
  if (typeof values !== 'object' || values === null) return { draft: null, proof: null };
  const draft = { ...emptyDraft, ...values };
  const { phone, country } = draft;
  return { draft, proof: isText(phoneVerifyCode) ? { phone, country, phoneVerifyCode } : null };
};

/** Returns the code that verifies the form's phone, or null if the phone has changed. */
export const codeFor = (proof: PhoneProof | null, { phone, country }: RegisterValues): string | null =>
  proof && proof.phone === phone && proof.country === country ? proof.phoneVerifyCode : null;

export const toField = (path: string): string => (path.startsWith('location') ? 'place' : path);

export const toRequest = (values: RegisterValues, phoneVerifyCode: string): RegistrationRequest => ({
  email: values.email.trim(),
  password: values.password,
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  companyName: values.companyName.trim(),
  phone: values.phone,
  country: Number(values.country),
  location: locationText(values.place ?? { latitude: 0, longitude: 0 }),
  agreement: true,
  phoneVerifyCode,
});

const NO_COUNTRIES: Country[] = [];

/** Returns the countries by name in the current language, and the chosen country, which is the visitor's at first. */
const useCountries = () => {
  const { locale } = useIntl();
  const dispatch = useAppDispatch();
  const countries = useAppSelector(selectCountries);
  const check = useAppSelector(selectCountryCheck);
  const { values, setFieldValue } = useFormikContext<RegisterValues>();

  useEffect(() => void dispatch(countriesRequested()), [dispatch]);

  const detect = useEffectEvent(async () => {
    if (check.status === 'loaded' || values.country !== '') return;
    const place = await grantedLocation();
    const { language } = globalThis.navigator;
    dispatch(countryCheckRequested({ language, ...(place && { location: locationText(place) }) }));
  });
  useEffect(() => void detect(), []);

  const list = dataOr(countries, NO_COUNTRIES);
  const found = check.status === 'loaded' ? check.data.country.id : null;
  const preselect = useEffectEvent((id: number) => {
    const isOffered = list.some((country) => country.id === id);
    if (values.country === '' && isOffered) void setFieldValue('country', String(id));
  });
  useEffect(() => {
    if (found !== null) preselect(found);
  }, [found, list]);

  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    const nameOf = ({ countryCode, countryName }: Country) => names.of(countryCode) ?? countryName;
    return list
      .map((country) => ({ value: String(country.id), label: nameOf(country) }))
      .sort((one, other) => one.label.localeCompare(other.label, locale));
  }, [list, locale]);
  const chosen = list.find(({ id }) => String(id) === values.country) ?? null;
  return { countries, options, chosen };
};

type Document = Exclude<ContentName, 'service-agreement'>;

/** The checkbox of the agreement, with links to its two documents. */
const Agreement = () => {
  const t = useText();
  const code = useAppSelector(selectLanguage);
  const [document, setDocument] = useState<Document | null>(null);
  return (
    <>
      <CheckboxField name="agreement" label={t('register.agreement')}>
        <div className={styles.documents}>
          <LinkButton onClick={() => setDocument('user-agreement-company')}>
            <T id="register.agreementRead" />
          </LinkButton>
          <LinkButton onClick={() => setDocument('personal-data')}>
            <T id="register.personalDataRead" />
          </LinkButton>
        </div>
      </CheckboxField>
      {document && (
        <DocumentModal
          name={document}
          code={code}
          title={t(document === 'personal-data' ? 'register.personalDataTitle' : 'register.agreementTitle')}
          onClose={() => setDocument(null)}
        />
      )}
    </>
  );
};

/** The example of a phone number: docs/PRODUCT.md#registration. */
const EXAMPLE = '5XXXXXXXXX';

type PhoneFieldsProps = ReturnType<typeof useCountries> & {
  verified: boolean;
};

const PhoneFields = ({ countries, options, chosen, verified }: PhoneFieldsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { setFieldValue } = useFormikContext<RegisterValues>();
  const example = chosen?.countryAttributes.phoneExample ?? EXAMPLE;
  const isWaiting = countries.status === 'init' || countries.status === 'loading';
  return (
    <>
      <SelectField
        name="country"
        required
        label={t('register.country')}
        placeholder={t(isWaiting ? 'register.countryLoading' : 'register.countryChoose')}
        options={options}
        autoComplete="country"
        // The chosen place is in the previous country.
        onPick={() => void setFieldValue('place', null)}
      />
      {countries.status === 'failed' && (
        <p className="row between gap-12 size-14" role="alert">
          <T id="register.countryFailed" />
          <RetryButton small onClick={() => dispatch(countriesRequested())} />
        </p>
      )}
      <PhoneField
        label={t('register.phone')}
        codeLabel={t('register.phoneCode')}
        phoneCode={chosen?.phoneCode ?? ''}
        hint={
          verified ? (
            <span className="inline-row gap-8 ink">
              <Icon name="check" size={18} /> <T id="register.phoneVerified" />
            </span>
          ) : (
            t(/\d/.test(example) ? 'register.phoneHint' : 'register.phoneHintPlain', { example })
          )
        }
      />
    </>
  );
};

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
      <div ref={form} className="stack gap-16">
        {message && <FormMessage>{message}</FormMessage>}
        <TextField name="companyName" required label={t('register.companyName')} autoComplete="organization" />
        <div className={styles.pair}>
          <TextField name="firstName" required label={t('register.firstName')} autoComplete="given-name" />
          <TextField name="lastName" required label={t('register.lastName')} autoComplete="family-name" />
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
        <Button type="submit" look="primary" wide busy={busy} textId={verified ? 'register.submit' : 'register.next'} />
      </div>
    </Form>
  );
};
