import type { ItemBody } from '../../domains/basket';
import {
  byPeriod,
  plansRequested,
  selectCatalogue,
  selectCurrentSubscription,
  selectSubscriptions,
} from '../../domains/packages';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { T } from '../../ui/text';
import { PackagesSkeleton } from './PackagesSkeleton';
import { PlanCard } from './PlanCard';
import styles from './Packages.module.css';

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
      <h2 id="plans" className={styles.sectionTitle}>
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
