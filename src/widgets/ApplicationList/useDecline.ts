import { useCallback } from 'react';
import { fullName } from '../../../contract/constants/text';
import type { Decision } from '../../../contract/schemas/decisions';
import { declineRequested, selectIsDecisionPending } from '../../domains/decisions';
import { useAppDispatch, useAppStore } from '../../store/hooks';

interface Declinable {
  id: number;
  decision: Decision | null;
  user: { firstName: string; lastName: string };
}

/**
 * Returns a function that declines an application at once: docs/PRODUCT.md#deciding. It does nothing while the server
 * decides on the application, or if it is declined already.
 */
export const useDecline = () => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useCallback(
    ({ id, decision, user }: Declinable) => {
      if (decision || selectIsDecisionPending(id)(store.getState())) return;
      dispatch(declineRequested({ applicationId: id, name: fullName(user) }));
    },
    [dispatch, store],
  );
};
