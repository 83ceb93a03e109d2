import { useId, useState } from 'react';
import { planDay, planState, type Subscription, type SubscriptionPlan } from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatDay } from '../../lib/dates';
import { formatPrice } from '../../lib/money';
import { useAppSelector } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { PlanTerms } from '../../widgets/PlanTerms/PlanTerms';
import { SubscriptionModal } from '../../widgets/Subscription/SubscriptionModal';
import { Features } from './Features';
import styles from './Packages.module.css';

/** The end or next payment of the running plan, and its details, where the user can cancel it. */
const Current = ({ subscription }: { subscription: Subscription }) => {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const day = planDay(subscription);
  return (
    <>
      {day && (
        <p role="status" className={styles.soft}>
          <T id={`packages.plans.${day.kind}`} values={{ date: formatDay(day.day) }} />
        </p>
      )}
      <Button
        wide
        aria-label={t('packages.plans.detailsLabel', { title: subscription.plan.product.title })}
        onClick={() => setIsOpen(true)}
      >
        {t('packages.plans.details')}
      </Button>
      {isOpen && <SubscriptionModal subscription={subscription} onClose={() => setIsOpen(false)} />}
    </>
  );
};

interface PlanCardProps {
  plan: SubscriptionPlan;
  current: Subscription | null;
  isBusy: boolean;
  onBuy: () => void;
}

/** A plan with its price for a period, its features and, if the company can have it, a buy button. */
export const PlanCard = ({ plan, current, isBusy, onBuy }: PlanCardProps) => {
  const t = useText();
  const id = useId();
  const locale = useAppSelector(selectLocale);
  const { title, features } = plan.product;
  const state = planState(plan, current);
  // A subscriber pays the price from the start of the subscription.
  const { price, currency } = state === 'current' && current ? current.plan : plan;
  return (
    <li className={cx(styles.card, styles.plan, state === 'current' && styles.own)} aria-labelledby={id}>
      <div className={styles.top}>
        <h3 id={id} className={styles.name}>
          {title}
        </h3>
        {state === 'current' && (
          <Badge tone="success">
            <Icon name="check" size={14} />
            <T id="packages.plans.current" />
          </Badge>
        )}
      </div>
      <p className={styles.price}>
        <strong>{formatPrice(price, currency, locale)}</strong>
        <span className={styles.soft}>{t(`profile.subscription.period.${plan.period}`, { count: plan.interval })}</span>
      </p>
      <Features title={title} features={features} all />
      <div className={styles.buy}>
        {state === 'current' && current && <Current subscription={current} />}
        {state === 'open' && (
          <>
            <PlanTerms plan={plan} className={styles.terms} />
            <Button wide busy={isBusy} aria-label={t('packages.plans.subscribeLabel', { title })} onClick={onBuy}>
              {t('packages.plans.subscribe')}
            </Button>
          </>
        )}
        {(state === 'running' || state === 'closed') && (
          <p className={styles.soft}>
            <T id={`packages.plans.${state}`} />
          </p>
        )}
      </div>
    </li>
  );
};
