import { useEffect, useState } from 'react';
import {
  isCancelled,
  selectCurrentSubscription,
  selectSubscriptions,
  subscriptionsRequested,
} from '../../domains/packages';
import { formatDay } from '../../lib/dates';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { T, useText } from '../../ui/text';
import { useDelayed } from '../../ui/useDelayed';
import { SubscriptionModal } from '../../widgets/Subscription/SubscriptionModal';
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
        <p role="alert">
          <T id="profile.subscription.failed" />
        </p>
        <Button small onClick={requestSubscriptions}>
          {t('ui.retry')}
        </Button>
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
        <p className={styles.soft}>
          <T id="profile.subscription.none" />
        </p>
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
