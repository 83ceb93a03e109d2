import { lazy, Suspense } from 'react';
import type { LastDecided } from '../../domains/applications';
import { selectLastDecision } from '../../domains/decisions';
import { useAppSelector } from '../../store/hooks';

// The first view has no decision.
const ShownBar = lazy(async () => ({ default: (await import('./ShownBar')).ShownBar }));

/** The user's last decision with its undo, until the next decision: docs/PRODUCT.md#deciding. */
export const DecisionBar = ({ onUndone }: { onUndone?: (decided: LastDecided) => void }) => {
  const last = useAppSelector(selectLastDecision);
  return last && <Suspense>{<ShownBar key={last.applicationId} last={last} onUndone={onUndone} />}</Suspense>;
};
