import { useState } from 'react';
import { Formik, type FormikHelpers } from 'formik';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import {
  registrationPaused,
  registrationSubmitted,
  selectRegistrationPassword,
  selectRegistration,
  selectRegistrationDraft,
  type RegistrationDraft,
} from '../../domains/account';
import { selectCountries } from '../../domains/reference';
import { dataOr } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { GuestFoot, GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { T, useText } from '../../ui/text';
import { codeFor, emptyDraft, readRoute, registerSchema, toDraft, toRequest, type RegisterValues } from './form';
import { Registration } from './Registration';

/** Registers a company. The first submit opens the phone verification, which returns here. */
export const RegisterPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const draft = useAppSelector(selectRegistrationDraft);
  const password = useAppSelector(selectRegistrationPassword);
  const submit = useAppSelector(selectRegistration);
  const countries = dataOr(useAppSelector(selectCountries), []);
  const route = readRoute(state);
  const [initialValues] = useState((): RegisterValues => ({ ...(draft ?? route.draft ?? emptyDraft), password }));

  /** Stores the form in this page's history entry too, so that Back restores it even after a reload. */
  const goVerify = async (values: RegistrationDraft, phone: Record<'phone' | 'countryCode' | 'phoneCode', string>) => {
    const kept = { values, from: state?.from };
    await navigate(paths.register(), { replace: true, state: kept });
    await navigate(paths.smsVerify(), { state: { ...phone, pushBackTo: paths.register(), ...kept } });
  };

  const handleSubmit = (values: RegisterValues, helpers: FormikHelpers<RegisterValues>) => {
    helpers.setSubmitting(false);
    if (submit.status === 'loading') return;
    const code = codeFor(route.proof, values);
    if (code !== null) {
      dispatch(registrationSubmitted(toRequest(values, code)));
      return;
    }
    const country = countries.find(({ id }) => String(id) === values.country);
    if (country === undefined) {
      helpers.setFieldError('country', 'validation.required');
      return;
    }
    const kept = toDraft(values);
    dispatch(registrationPaused({ draft: kept, password: values.password }));
    const { countryCode, phoneCode } = country;
    void goVerify(kept, { phone: values.phone, countryCode, phoneCode });
  };
  // Removing the code from the route state keeps a reload from showing the phone as verified.
  const handleProofRefused = () => {
    const { phoneVerifyCode: _dropped, ...rest } = { phoneVerifyCode: null, ...state };
    void navigate(paths.register(), { replace: true, state: rest });
  };
  return (
    <GuestFrame wide>
      <GuestHead heading={<PageHeading title={t('register.title')} />} lead={t('register.lead')} />
      <Formik initialValues={initialValues} validationSchema={registerSchema} onSubmit={handleSubmit}>
        {({ values }) => (
          <Registration verified={codeFor(route.proof, values) !== null} onProofRefused={handleProofRefused} />
        )}
      </Formik>
      <GuestFoot>
        <T id="register.hasAccount" />{' '}
        <Link to={paths.login()} state={state?.from === undefined ? null : { from: state.from }}>
          <T id="register.signIn" />
        </Link>
      </GuestFoot>
    </GuestFrame>
  );
};
