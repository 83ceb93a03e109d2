import { useEffect, useMemo } from 'react';
import { Formik } from 'formik';
import {
  editOpened,
  phoneProofNeeded,
  saveSubmitted,
  selectProfile,
  type FormField,
  type ProfileValues,
  formRequested,
  selectProfileForm,
} from '../../domains/profile';
import { selectCountries, countriesRequested } from '../../domains/reference';
import { type SessionUser, selectUser } from '../../domains/session';
import { dataOr, shownErrorOf, errorOf } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { LoadState, Card, Page, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import { useInitialFormState, profileSchema, toBody } from './form';
import { ProfileFormBody } from './ProfileFormBody';

interface ProfileFormProps {
  user: SessionUser;
  fields: readonly FormField[];
}

/** Saves the profile. A new phone is verified first on another page, and then the form submits itself. */
const ProfileForm = ({ user, fields }: ProfileFormProps) => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { save, photo } = useFields(selectProfile, 'save', 'photo');
  const countries = dataOr(useAppSelector(selectCountries), []);
  const initialState = useInitialFormState(user);
  const schema = useMemo(() => profileSchema(fields), [fields]);
  useEffect(() => {
    dispatch(editOpened());
  }, [dispatch]);

  const failure = shownErrorOf(save);
  const isRefused = failure?.fields?.['phoneVerifyCode'] !== undefined;
  const proof = isRefused ? null : initialState.proof;

  // Returns a promise so that Formik knows when the submit ends.
  const handleSubmit = async (values: ProfileValues) => {
    const isProved = proof?.phone === values.phone;
    if (values.phone !== user.phone && !isProved) {
      dispatch(phoneProofNeeded(values));
      const { phone } = values;
      const countryCode = user.country.country_code;
      const phoneCode = countries.find((one) => one.countryCode === countryCode)?.phoneCode;
      const trip = { phone, countryCode, phoneCode, pushBackTo: paths.profileEdit(), values };
      navigate(paths.smsVerify(), { state: trip });
      return;
    }
    const phoneVerifyCode = values.phone !== user.phone && proof ? proof.code : null;
    dispatch(saveSubmitted({ body: toBody(values, { fields, photo, phoneVerifyCode }), values }));
  };

  return (
    <Formik initialValues={initialState.initialValues} validationSchema={schema} onSubmit={handleSubmit}>
      <ProfileFormBody
        user={user}
        fields={fields}
        failure={failure}
        provedPhone={proof?.phone ?? null}
        isBusy={save.status === 'loading'}
        isRestored={initialState.isRestored && !initialState.submitsAutomatically}
        submitsAutomatically={initialState.submitsAutomatically}
      />
    </Formik>
  );
};

const FIELDS = ['1', '2', '3', '4', '5', '6'];

const FormSkeleton = () => (
  <Card className="stack gap-16 panel">
    <Skeleton width={96} height={96} round />
    {FIELDS.map((field) => (
      <Skeleton key={field} width="100%" height={44} />
    ))}
  </Card>
);

/** The profile form, with the fields of its definition: docs/PRODUCT.md#profile-form. */
export const ProfileEditPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const form = useAppSelector(selectProfileForm);
  const requestForm = () => void dispatch(formRequested());
  useEffect(() => {
    dispatch(formRequested());
    dispatch(countriesRequested());
  }, [dispatch]);
  if (!user) return null;
  return (
    <Page narrow>
      <PageHeading title={t('profile.edit.title')} className="size-24 space-below-16" />
      <LoadState load={form} skeleton={<FormSkeleton />} onRetry={requestForm}>
        {form.status === 'loaded' && <ProfileForm key={user.id} user={user} fields={form.data} />}
      </LoadState>
      <FormConfigFailure failure={errorOf(form)} onRetry={requestForm} />
    </Page>
  );
};
