import { useEffect } from 'react';
import { formRequested, selectProfileForm } from '../../domains/profile';
import { countriesRequested } from '../../domains/reference';
import { selectUser } from '../../domains/session';
import { errorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { LoadState } from '../../ui/LoadState';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Skeleton } from '../../ui/Skeleton';
import { useText } from '../../ui/text';
import { ProfileForm } from './ProfileForm';
import styles from './ProfileEdit.module.css';

const FIELDS = ['1', '2', '3', '4', '5', '6'];

const FormSkeleton = () => (
  <Card className={styles.section}>
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
      <PageHeading title={t('profile.edit.title')} className={styles.title} />
      <LoadState load={form} skeleton={<FormSkeleton />} onRetry={requestForm}>
        {form.status === 'loaded' && <ProfileForm key={user.id} user={user} fields={form.data} />}
      </LoadState>
      <FormConfigFailure failure={errorOf(form)} onRetry={requestForm} />
    </Page>
  );
};
