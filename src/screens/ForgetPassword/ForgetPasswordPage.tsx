import { useEffect, useEffectEvent } from 'react';
import { Formik, type FormikHelpers } from 'formik';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { forgetLeft, forgetSubmitted, selectForget } from '../../domains/account';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { GuestFoot, GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { PageHeading } from '../../ui/PageHeading';
import { T, useText } from '../../ui/text';
import { ForgetForm } from './ForgetForm';
import { emptyForget, forgetSchema, type ForgetValues } from './form';

/** The key of the first history entry of a visit, which has no page of ours before it. */
const FIRST_ENTRY = 'default';

/** Sends a link for a new password, then goes back to the previous page: docs/PRODUCT.md#forgotten-password. */
export const ForgetPasswordPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { state, key } = useLocation() as { state: unknown; key: string };
  const forget = useAppSelector(selectForget);
  useEffect(() => () => void dispatch(forgetLeft()), [dispatch]);

  const goBack = useEffectEvent(() => {
    if (key === FIRST_ENTRY) void navigate(paths.login(), { replace: true, state });
    else void navigate(-1);
  });
  useEffect(() => {
    if (forget.status === 'loaded') goBack();
  }, [forget.status]);

  const handleSubmit = ({ email }: ForgetValues, helpers: FormikHelpers<ForgetValues>) => {
    helpers.setSubmitting(false);
    dispatch(forgetSubmitted({ email: email.trim() }));
  };
  return (
    <GuestFrame>
      <GuestHead heading={<PageHeading title={t('forgetPassword.title')} />} lead={<T id="forgetPassword.lead" />} />
      <Formik initialValues={emptyForget} validationSchema={forgetSchema} onSubmit={handleSubmit}>
        <ForgetForm forget={forget} />
      </Formik>
      <GuestFoot>
        <Link to={paths.login()} state={state}>
          <T id="forgetPassword.back" />
        </Link>
      </GuestFoot>
    </GuestFrame>
  );
};
