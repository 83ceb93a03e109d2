import { useEffect, useState } from 'react';
import { MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import { fullName } from '../../../contract/constants/text';
import { dataOr, errorOf } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { countriesRequested, selectCountries } from '../../domains/reference';
import {
  isCancelled,
  selectCurrentSubscription,
  selectSubscriptions,
  subscriptionsRequested,
} from '../../domains/packages';
import { formatDay } from '../../lib/dates';
import { canEditProfile, formRequested, selectHasTaxOffice, selectProfileForm } from '../../domains/profile';
import { isType, selectUser } from '../../domains/session';
import { ButtonLink, Button } from '../../ui/Button';
import { T, useText, Name } from '../../ui/text';
import { StaticMap } from '../../ui/map/StaticMap';
import { Skeleton, Card, Page } from '../../ui/LoadState';
import { useDelayed } from '../../ui/useDelayed';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { FormConfigFailure } from '../../ui/FormConfigFailure';
import { PageHeading } from '../../ui/PageHeading';
import { RetryButton } from '../../ui/State';
import { SubscriptionModal } from '../../widgets/Subscription/SubscriptionModal';
import { HrStaff } from './HrStaff/HrStaff';
import { ProfileFields } from './ProfileFields';
import styles from './Profile.module.css';

/** The current subscription: its plan, its next payment or end, and a button for its details. */
export const SubscriptionBanner = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const load = useAppSelector(selectSubscriptions);
  const current = useAppSelector(selectCurrentSubscription);
  const [isOpen, setIsOpen] = useState(false);
  const requestSubscriptions = () => void dispatch(subscriptionsRequested());
  useEffect(() => {
    dispatch(subscriptionsRequested());
  }, [dispatch]);
  const isLate = useDelayed(load.status === 'loading' || load.status === 'init');

  if (load.status === 'failed') {
    return (
      <section className={styles.banner} aria-label={t('profile.subscription.title')}>
        <T as="p" role="alert" id="profile.subscription.failed" />
        <RetryButton small onClick={requestSubscriptions} />
      </section>
    );
  }
  if (load.status !== 'loaded') {
    return (
      <div className={styles.banner} aria-busy="true">
        <p>{isLate && <Skeleton width={180} height={20} />}</p>
      </div>
    );
  }
  if (!current) {
    return (
      <section className={styles.banner} aria-label={t('profile.subscription.title')}>
        <T as="p" className={styles.soft} id="profile.subscription.none" />
        <ButtonLink small to={paths.packages()}>
          {t('profile.subscription.packages')}
        </ButtonLink>
      </section>
    );
  }
  const { plan, nextAttemptAt, endsAt } = current;
  const when = isCancelled(current)
    ? endsAt && t('profile.subscription.ends', { date: formatDay(endsAt) })
    : nextAttemptAt && t('profile.subscription.next', { date: formatDay(nextAttemptAt) });
  return (
    <section className={styles.banner} aria-label={t('profile.subscription.title')}>
      <p role="status">
        <strong>{plan.product.title}</strong>
        {when && <span className={styles.soft}>{when}</span>}
      </p>
      <Button small onClick={() => setIsOpen(true)}>
        {t('profile.subscription.detail')}
      </Button>
      {isOpen && <SubscriptionModal subscription={current} onClose={() => setIsOpen(false)} />}
    </section>
  );
};

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
        <Card className="stack gap-20 panel">
          <div className="row wrap gap-16">
            <Avatar name={user.companyName ?? fullName(user)} src={user.imageUrl} size={LOGO_SIZE} />
            <h2 className={cx(styles.name, !user.companyName && styles.soft)}>
              <Name>{name}</Name>
            </h2>
            <div className="flex wrap gap-8">
              {canEditProfile(user) && (
                <ButtonLink to={paths.profileEdit()} icon="edit" small>
                  {t('profile.edit')}
                </ButtonLink>
              )}
              <ButtonLink to={paths.yourPage()} icon="eye" small>
                {t('yourPage.title')}
              </ButtonLink>
              <ButtonLink to={paths.settings()} icon="settings" small>
                {t('settings.title')}
              </ButtonLink>
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
            map={
              user.location && (
                <StaticMap
                  point={user.location}
                  zoom={MAP_ZOOM_PLACE}
                  label={user.location.name ? t('profile.map', { place: user.location.name }) : t('profile.mapHere')}
                />
              )
            }
          />
        </Card>
        {isRoot && <HrStaff />}
      </div>
      <FormConfigFailure failure={errorOf(form)} onRetry={() => void dispatch(formRequested())} />
    </Page>
  );
};
