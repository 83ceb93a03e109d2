import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useFormikContext } from 'formik';
import { priceChangeReported } from '../../domains/basket';
import { withFieldErrors, type CardValues } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { useAppDispatch } from '../../store/hooks';

/** The basket differs from the one on the page, so it is loaded again. */
const STALE_BASKET_KEYS: readonly string[] = [
  ERROR_KEYS.priceChanged,
  ERROR_KEYS.idempotencyMismatch,
  ERROR_KEYS.itemWithdrawn,
];

/**
 * After a refused payment, clears the CVC, keeps the other fields, and loads a changed basket again. Call it before
 * `useServerErrors`, which then refers to the emptied field.
 */
export const useRefusedPayment = (failure: Failure | null, box: RefObject<HTMLElement | null>) => {
  const dispatch = useAppDispatch();
  const { setFieldValue, setFieldTouched } = useFormikContext<CardValues>();
  const handleRefusal = useEffectEvent((refused: Failure) => {
    if (STALE_BASKET_KEYS.includes(refused.key)) dispatch(priceChangeReported());
    if (refused.kind !== 'invalid') return;
    void setFieldValue('cvc', '', false);
    void setFieldTouched('cvc', false, false);
    // Otherwise the named field takes the focus.
    if (!withFieldErrors(refused).fields) box.current?.querySelector<HTMLElement>('[name=cvc]')?.focus();
  });
  useEffect(() => {
    if (failure) handleRefusal(failure);
  }, [failure]);
};
