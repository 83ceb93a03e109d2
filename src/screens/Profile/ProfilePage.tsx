import { useEffect } from 'react';
import {
  canEditProfile,
  canReadSettings,
  formRequested,
  selectHasTaxOffice,
  selectProfileForm,
} from '../../domains/profile';
import { countriesRequested, selectCountries } from '../../domains/reference';
import { dataOr, errorOf } from '../../domains/kit/loadable';
import { isType, managesPrivacy, selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { ButtonLink } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { Card, Page } from '../../ui/Page';
import { PageHeading } from '../../ui/PageHeading';
import { Name, useText } from '../../ui/text';
import { HrStaff } from './HrStaff/HrStaff';
import { ProfileFields } from './ProfileFields';
import { PrivacyLink } from './PrivacyLink';
import { ProfileMap } from './ProfileMap';
import { SignIns } from './SignIns';
import { SubscriptionBanner } from './SubscriptionBanner';
import { TellingSettings } from './TellingSettings';
import styles from './Profile.module.css';

const LOGO_SIZE = 96;

/** The profile of the user and the company; root also sees the HR staff: docs/PRODUCT.md#profile. */
export const ProfilePage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const form = useAppSelector(selectProfileForm);
  const hasTaxOffice = useAppSelector(selectHasTaxOffice);
  const countries = dataOr(useAppSelector(selectCountries), []);
  useEffect(() => {
    dispatch(formRequested());
    dispatch(countriesRequested());
  }, [dispatch]);
  if (!user) return null;
  const isRoot = isType(user, 'root');
  const name = user.companyName ?? t('profile.unknownCompany');
  const phoneCode = countries.find(({ id }) => id === user.country.id)?.phoneCode ?? null;

  return (
    <Page>
      <PageHeading title={t('profile.title')} hidden />
      <div className={cx(styles.columns, isRoot && styles.beside)}>
        <div className={styles.column}>
          <Card className={styles.section}>
            <div className={styles.head}>
              <Avatar
                name={user.companyName ?? `${user.firstName} ${user.lastName}`}
                src={user.imageUrl}
                size={LOGO_SIZE}
              />
              <h2 className={cx(styles.name, !user.companyName && styles.soft)}>
                <Name>{name}</Name>
              </h2>
              <div className={styles.headActions}>
                {canEditProfile(user) && (
                  <ButtonLink to={paths.profileEdit()} icon="edit" small>
                    {t('profile.edit')}
                  </ButtonLink>
                )}
                <ButtonLink to={paths.yourPage()} icon="eye" small>
                  {t('yourPage.title')}
                </ButtonLink>
                {managesPrivacy(user) && <PrivacyLink />}
                {isType(user, 'company') && (
                  <ButtonLink to={paths.statement()} icon="card" small>
                    {t('statement.title')}
                  </ButtonLink>
                )}
              </div>
            </div>
            {isType(user, 'company') && <SubscriptionBanner />}
            <ProfileFields
              user={user}
              hasTaxOffice={hasTaxOffice}
              phoneCode={phoneCode}
              map={user.location && <ProfileMap point={user.location} />}
            />
          </Card>
          {!isRoot && canReadSettings(user) && <TellingSettings canEdit={canEditProfile(user)} />}
          {!isRoot && <SignIns />}
        </div>
        {isRoot && (
          <div className={styles.column}>
            <HrStaff />
            <TellingSettings canEdit />
            <SignIns />
          </div>
        )}
      </div>
      <FormConfigFailure failure={errorOf(form)} onRetry={() => void dispatch(formRequested())} />
    </Page>
  );
};
