import { useRef, useEffect } from 'react';
import { Form, Formik, type FormikHelpers } from 'formik';
import { useParams } from 'react-router-dom';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/constants/limits';
import {
  resetSubmitted,
  type PasswordLoad,
  isInvalidToken,
  resetLeft,
  resetLinkOpened,
  selectReset,
  selectTokenCheck,
} from '../../domains/account';
import type { Failure } from '../../domains/kit/failure';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { T, useText } from '../../ui/text';
import { PasswordField } from '../../ui/TextField';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { useServerErrors } from '../../ui/useServerErrors';
import { GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { emptyReset, resetSchema, validateReset, type ResetValues } from './form';

const Fields = ({ failure, busy }: { failure: Failure | null; busy: boolean }) => {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useServerErrors(failure);
  useFirstErrorFocus(box);
  return (
    <Form noValidate>
      <div ref={box} className="stack gap-16">
        {failure && !failure.fields && <FormFailure failure={failure} />}
        <PasswordField
          name="firstPassword"
          autoComplete="new-password"
          label={t('resetPassword.first')}
          hint={t('register.passwordHint', { min: PASSWORD_MIN, max: PASSWORD_MAX })}
        />
        <PasswordField name="secondPassword" autoComplete="new-password" label={t('resetPassword.second')} />
        <Button type="submit" look="primary" wide busy={busy} textId="resetPassword.submit" />
      </div>
    </Form>
  );
};

const ResetForm = ({ resetToken, reset }: { resetToken: string; reset: PasswordLoad }) => {
  const dispatch = useAppDispatch();
  const handleSubmit = (values: ResetValues, helpers: FormikHelpers<ResetValues>) => {
    helpers.setSubmitting(false);
    dispatch(resetSubmitted({ resetToken, ...values }));
  };
  return (
    <Formik initialValues={emptyReset} validationSchema={resetSchema} validate={validateReset} onSubmit={handleSubmit}>
      <Fields failure={errorOf(reset)} busy={reset.status === 'loading'} />
    </Formik>
  );
};

const FormSkeleton = () => (
  <div className="stack gap-16">
    <Skeleton width="100%" height={40} />
    <Skeleton width="100%" height={40} />
    <Skeleton width="100%" height={40} />
  </div>
);

/** Sets a password from a mailed link: a new one, or the first one of an invited user: docs/PRODUCT.md#new-password. */
export const ResetPasswordPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { resetPasswordCode: resetToken = '' } = useParams();
  const check = useAppSelector(selectTokenCheck);
  const reset = useAppSelector(selectReset);
  useEffect(() => {
    dispatch(resetLinkOpened({ resetToken }));
    return () => void dispatch(resetLeft());
  }, [dispatch, resetToken]);

  // An invalid link leads to another page, so this one shows no form.
  const isRefused = [check, reset].some((load) => load.status === 'failed' && isInvalidToken(load.error));
  return (
    <GuestFrame>
      <GuestHead heading={<PageHeading title={t('resetPassword.title')} />} lead={<T id="resetPassword.lead" />} />
      {isRefused ? (
        <FormSkeleton />
      ) : (
        <LoadState load={check} skeleton={<FormSkeleton />} onRetry={() => dispatch(resetLinkOpened({ resetToken }))}>
          <ResetForm resetToken={resetToken} reset={reset} />
        </LoadState>
      )}
    </GuestFrame>
  );
};
