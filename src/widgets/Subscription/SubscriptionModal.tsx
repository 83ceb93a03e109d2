import { useEffect, useState } from 'react';
import {
  cancelLeft,
  cancelRequested,
  isCancelled,
  selectCancel,
  shownFeatures,
  type Subscription,
} from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatDay } from '../../lib/dates';
import { formatPrice } from '../../lib/money';
import { shownErrorOf } from '../../domains/kit/loadable';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { Icon } from '../../ui/icons';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import styles from './Subscription.module.css';

interface SubscriptionModalProps {
  subscription: Subscription;
  onClose: () => void;
}

/**
 * Shows what the subscription includes and costs, and lets the user cancel it after a confirmation:
 * docs/PRODUCT.md#active-plan.
 */
export const SubscriptionModal = ({ subscription, onClose }: SubscriptionModalProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const locale = useAppSelector(selectLocale);
  const cancel = useAppSelector(selectCancel);
  const [isAsking, setIsAsking] = useState(false);
  const keep = () => {
    setIsAsking(false);
    dispatch(cancelLeft());
  };
  useEffect(() => () => void dispatch(cancelLeft()), [dispatch]);
  // After the cancellation the banner shows the end date.
  useEffect(() => {
    if (cancel.status === 'loaded') onClose();
  }, [cancel.status, onClose]);

  const { id, plan, nextAttemptAt, nextPrice } = subscription;
  const isOver = isCancelled(subscription);
  const period = t(`profile.subscription.period.${plan.period}`, { count: plan.interval });
  const failure = <FormFailure failure={shownErrorOf(cancel)} />;

  if (isAsking) {
    return (
      <Modal
        open
        title={t('profile.subscription.cancelTitle')}
        text={
          nextAttemptAt
            ? t('profile.subscription.cancelText', { date: formatDay(nextAttemptAt) })
            : t('profile.subscription.cancelTextNow')
        }
        focusOn="[data-cancel]"
        onClose={keep}
        foot={
          <>
            <Button data-cancel="" onClick={keep}>
              {t('profile.subscription.no')}
            </Button>
            <Button look="primary" busy={cancel.status === 'loading'} onClick={() => dispatch(cancelRequested({ id }))}>
              {t('profile.subscription.yes')}
            </Button>
          </>
        }
      >
        {failure}
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={plan.product.title}
      onClose={onClose}
      foot={
        <>
          {!isOver && (
            <Button look="quiet" onClick={() => setIsAsking(true)}>
              {t('profile.subscription.cancel')}
            </Button>
          )}
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      <p className={styles.price}>
        <strong>{formatPrice(plan.price, plan.currency, locale)}</strong> <span className="soft">{period}</span>
      </p>
      {nextPrice && (
        <T
          as="p"
          id={
            nextPrice.jobCredits === undefined ? 'profile.subscription.nextPriceOnly' : 'profile.subscription.nextPrice'
          }
          values={{
            date: formatDay(nextPrice.from),
            price: formatPrice(nextPrice.price, nextPrice.currency, locale),
            credits: nextPrice.jobCredits,
          }}
        />
      )}
      <T as="h3" className={styles.subtitle} id="profile.subscription.includes" />
      <ul className={styles.features}>
        {shownFeatures(plan).map(({ description, order }) => (
          <li key={`${order} ${description}`}>
            <Icon name="check" size={18} />
            <span>{description}</span>
          </li>
        ))}
      </ul>
      {isOver && subscription.endsAt && (
        <T as="p" className="soft" id="profile.subscription.ends" values={{ date: formatDay(subscription.endsAt) }} />
      )}
    </Modal>
  );
};
