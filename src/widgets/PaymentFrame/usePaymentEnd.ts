import { use, useEffect, useEffectEvent } from 'react';
import type { PaymentMessage } from '../../../contract/schemas/commerce';
import { resultLeft, resultOpened, selectPaymentResult } from '../../domains/payment';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ReplayContext } from '../../ui/replay';

export type PaymentEnd = Partial<Pick<PaymentMessage, 'status' | 'errorKey'>>;

/**
 * Asks the server about a payment and calls `onEnd` once it has ended: the page of the bank or provider may end without
 * telling this one.
 */
export const usePaymentEnd = (basketId: string, onEnd: (end: PaymentEnd) => void): void => {
  const dispatch = useAppDispatch();
  const result = useAppSelector(selectPaymentResult);
  // A replay follows the places of the trace.
  const isReplay = use(ReplayContext) !== null;
  useEffect(() => {
    dispatch(resultOpened({ basketId }));
    return () => void dispatch(resultLeft());
  }, [dispatch, basketId]);
  const end = !isReplay && result.status === 'loaded' && result.data.status !== 'pending' ? result.data : null;
  const showEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (end) showEnd({ status: end.status, ...(end.errorKey !== undefined && { errorKey: end.errorKey }) });
  }, [end]);
};
