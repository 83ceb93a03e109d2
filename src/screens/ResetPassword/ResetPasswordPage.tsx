import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { isInvalidToken, resetLeft, resetOpened, selectReset, selectTokenCheck } from '../../domains/account';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { GuestFrame, GuestHead } from '../../ui/GuestFrame';
import { LoadState } from '../../ui/LoadState';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { T, useText } from '../../ui/text';
import { ResetForm } from './ResetForm';
import styles from '../../ui/FormMessage.module.css';

const FormSkeleton = () => (
  <div className={styles.form}>
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
    dispatch(resetOpened({ resetToken }));
    return () => void dispatch(resetLeft());
  }, [dispatch, resetToken]);

  // The page of an invalid link is about to close.
  const isRefused = [check, reset].some((load) => load.status === 'failed' && isInvalidToken(load.error));
  return (
    <GuestFrame>
      <GuestHead heading={<PageHeading title={t('resetPassword.title')} />} lead={<T id="resetPassword.lead" />} />
      {isRefused ? (
        <FormSkeleton />
      ) : (
        <LoadState load={check} skeleton={<FormSkeleton />} onRetry={() => dispatch(resetOpened({ resetToken }))}>
          <ResetForm resetToken={resetToken} reset={reset} />
        </LoadState>
      )}
    </GuestFrame>
  );
};
