import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormikContext, Formik, type FormikHelpers } from 'formik';
import { useLocation } from 'react-router-dom';
import {
  passwordDropped,
  placeOfFailure,
  refusesPhoneProof,
  registrationFailureSeen,
  registrationLeft,
  registrationOpened,
  selectRegistration,
  registrationPaused,
  registrationSubmitted,
  selectRegistrationPassword,
  selectRegistrationDraft,
  type RegistrationDraft,
} from '../../domains/account';
import { errorOf, dataOr } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { selectCountries } from '../../domains/reference';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { GuestFoot, GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { Link, useNavigate } from '../../ui/router';
import {
  toDraft,
  type RegisterValues,
  RegisterForm,
  codeFor,
  emptyDraft,
  readRoute,
  registerSchema,
  toRequest,
} from './RegisterForm';
import styles from './Register.module.css';

interface RegistrationProps {
  verified: boolean;
  onProofRefused: () => void;
}

/**
 * The registration form. It submits itself after the verification if nothing is missing, and stores its values when
 * the user leaves.
 */
const Registration = ({ verified, onProofRefused }: RegistrationProps) => {
  const dispatch = useAppDispatch();
  const submit = useAppSelector(selectRegistration);
  const { values, submitForm } = useFormikContext<RegisterValues>();
  const box = useRef<HTMLDivElement>(null);
  const hasBegun = useRef(false);
  const [lacksPassword] = useState(verified && values.password === '');
  const failure = errorOf(submit);
  const place = failure && placeOfFailure(failure);

  const start = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    dispatch(passwordDropped());
    if (verified && !lacksPassword) void submitForm();
    if (lacksPassword) box.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  });
  useEffect(() => {
    start();
  }, []);

  const leave = useEffectEvent(() => void dispatch(registrationLeft(toDraft(values))));
  useEffect(() => {
    dispatch(registrationOpened());
    return () => leave();
  }, [dispatch]);

  const isProofRefused = failure !== null && refusesPhoneProof(failure);
  const dropProof = useEffectEvent(onProofRefused);
  useEffect(() => {
    if (isProofRefused) dropProof();
  }, [isProofRefused]);

  // A field's error disappears when that field changes, an error of the whole form with any change.
  const handleChange = () => {
    if (failure && !failure.fields) handleSeen();
  };
  const handleSeen = () => void dispatch(registrationFailureSeen());
  return (
    <div ref={box}>
      {lacksPassword && verified && <T as="p" className={styles.note} role="status" id="register.returned" />}
      <RegisterForm
        verified={verified}
        busy={submit.status === 'loading'}
        failure={place === 'form' ? failure : null}
        proofExpired={isProofRefused}
        onChange={handleChange}
      />
      <Modal
        open={place === 'dialog'}
        title={<T id="register.failedTitle" />}
        text={<T id="common.apiValidations.error.unknown_error" />}
        onClose={handleSeen}
        foot={<Button look="primary" onClick={handleSeen} textId="ui.close" />}
      />
    </div>
  );
};

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
    navigate(paths.register(), { replace: true, state: kept });
    navigate(paths.smsVerify(), { state: { ...phone, pushBackTo: paths.register(), ...kept } });
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
    navigate(paths.register(), { replace: true, state: rest });
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
