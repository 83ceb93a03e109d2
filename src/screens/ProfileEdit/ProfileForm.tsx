import { useEffect, useMemo } from 'react';
import { Formik } from 'formik';
import { useNavigate } from 'react-router-dom';
import {
  editOpened,
  phoneProofNeeded,
  saveSubmitted,
  selectProfile,
  type FormField,
  type ProfileValues,
} from '../../domains/profile';
import { selectCountries } from '../../domains/reference';
import type { SessionUser } from '../../domains/session';
import { dataOr, shownErrorOf } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { useInitialFormState } from './initialFormState';
import { profileSchema, toBody } from './form';
import { ProfileFormBody } from './ProfileFormBody';

interface ProfileFormProps {
  user: SessionUser;
  fields: readonly FormField[];
}

/** Saves the profile. A new phone is verified first on another page, and then the form submits itself. */
export const ProfileForm = ({ user, fields }: ProfileFormProps) => {
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
      await navigate(paths.smsVerify(), { state: trip });
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
