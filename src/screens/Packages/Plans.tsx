import { useId, useState } from 'react';
import {
  planDay,
  planState,
  type Subscription,
  type SubscriptionPlan,
  byPeriod,
  plansRequested,
  selectCatalogue,
  selectCurrentSubscription,
  selectSubscriptions,
} from '../../domains/packages';
import { selectLocale } from '../../domains/preferences';
import { formatDay } from '../../lib/dates';
import { formatPrice } from '../../lib/money';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import type { ItemBody } from '../../domains/basket';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import { LoadState } from '../../ui/LoadState';
import { PlanTerms } from '../../widgets/PlanTerms/PlanTerms';
import { SubscriptionModal } from '../../widgets/Subscription/SubscriptionModal';
import { Features } from './PackageCard';
import { PackagesSkeleton } from './PackagesSkeleton';
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
const PlanCard = ({ plan, current, isBusy, onBuy }: PlanCardProps) => {
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

interface PlansProps {
  isBuying: (body: ItemBody) => boolean;
  onBuy: (body: ItemBody) => void;
}

/** The plans of all periods side by side: docs/PRODUCT.md#catalogue. */
export const Plans = ({ isBuying, onBuy }: PlansProps) => {
  const dispatch = useAppDispatch();
  const { plans } = useFields(selectCatalogue, 'plans');
  const subscriptions = useAppSelector(selectSubscriptions);
  const current = useAppSelector(selectCurrentSubscription);
  const all = plans.status === 'loaded' ? byPeriod(plans.data) : [];
  // Waits for the current subscription, but shows the plans if it fails to load.
  const load = plans.status === 'loaded' && subscriptions.status === 'loading' ? subscriptions : plans;
  if (plans.status === 'loaded' && all.length === 0) return null;
  return (
    <section className={styles.plans} aria-labelledby="plans">
      <h2 id="plans" className="size-20">
        <T id="packages.plans.title" />
      </h2>
      <p className={styles.soft}>
        <T id="packages.plans.text" />
      </p>
      <LoadState load={load} skeleton={<PackagesSkeleton cards={3} />} onRetry={() => dispatch(plansRequested())}>
        <ul className={styles.planGrid}>
          {all.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              current={current}
              isBusy={isBuying({ planId: plan.id })}
              onBuy={() => onBuy({ planId: plan.id })}
            />
          ))}
        </ul>
      </LoadState>
    </section>
  );
};
