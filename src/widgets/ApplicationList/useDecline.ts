import { useCallback } from 'react';
import { fullName } from '../../../contract/constants/text';
import { declineRequested, selectIsDecisionPending } from '../../domains/decisions';
import { useAppDispatch, useAppStore } from '../../store/hooks';

interface Declinable {
  id: number;
  user: { firstName: string; lastName: string };
}

/**
 * Returns a function that declines an application at once, and returns whether it did: it does not while another
 * decision about the application is pending. See docs/PRODUCT.md#deciding.
 */
export const useDecline = () => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useCallback(
    ({ id, user }: Declinable): boolean => {
      if (selectIsDecisionPending(id)(store.getState())) return false;
      dispatch(declineRequested({ applicationId: id, name: fullName(user) }));
      return true;
    },
    [dispatch, store],
  );
};
