import { useState } from 'react';
import type { ItemBody } from '../../domains/basket';
import {
  firstPeriodOf,
  periodsOf,
  plansRequested,
  selectCatalogue,
  selectCurrentSubscription,
  selectSubscriptions,
  type SubscriptionPlan,
} from '../../domains/packages';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { Tabs } from '../../ui/Tabs';
import { T, useText } from '../../ui/text';
import { PackagesSkeleton } from './PackagesSkeleton';
import { PlanCard } from './PlanCard';
import styles from './Packages.module.css';

interface PlansProps {
  isBuying: (body: ItemBody) => boolean;
  onBuy: (body: ItemBody) => void;
}

/** The plans, one period at a time; the current plan's period is shown first: docs/PRODUCT.md#catalogue. */
export const Plans = ({ isBuying, onBuy }: PlansProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { plans } = useFields(selectCatalogue, 'plans');
  const subscriptions = useAppSelector(selectSubscriptions);
  const current = useAppSelector(selectCurrentSubscription);
  const [chosen, setChosen] = useState<SubscriptionPlan['period'] | null>(null);
  const all = plans.status === 'loaded' ? plans.data : [];
  const period = chosen ?? firstPeriodOf(all, current);
  // Waits for the current subscription, but shows the plans if it fails to load.
  const load = plans.status === 'loaded' && subscriptions.status === 'loading' ? subscriptions : plans;
  if (plans.status === 'loaded' && period === null) return null;
  return (
    <section className={styles.plans} aria-labelledby="plans">
      <h2 id="plans" className={styles.sectionTitle}>
        <T id="packages.plans.title" />
      </h2>
      <p className={styles.soft}>
        <T id="packages.plans.text" />
      </p>
      <LoadState load={load} skeleton={<PackagesSkeleton cards={1} />} onRetry={() => dispatch(plansRequested())}>
        {period !== null && (
          <Tabs
            label={t('packages.plans.period')}
            value={period}
            tabs={periodsOf(all).map((value) => ({ value, label: t(`packages.plans.${value}`) }))}
            onChange={setChosen}
          >
            <ul className={styles.planGrid}>
              {all
                .filter((plan) => plan.period === period)
                .map((plan) => (
                  <PlanCard
                    key={plan.id}
                    plan={plan}
                    current={current}
                    isBusy={isBuying({ planId: plan.id })}
                    onBuy={() => onBuy({ planId: plan.id })}
                  />
                ))}
            </ul>
          </Tabs>
        )}
      </LoadState>
    </section>
  );
};
