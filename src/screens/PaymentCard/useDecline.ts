import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useFormikContext } from 'formik';
import { priceChangeMet } from '../../domains/basket';
import { atFields, type CardValues } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { useAppDispatch } from '../../store/hooks';

/** The basket differs from the one on the page, so it is loaded again. */
const STALE: readonly string[] = [ERROR_KEYS.priceChanged, ERROR_KEYS.idempotencyMismatch, ERROR_KEYS.itemWithdrawn];

/**
 * After a refused payment, clears the CVC, keeps the other fields, and loads a changed basket again. Call it before
 * `useServerErrors`, which then refers to the emptied field.
 */
export const useDecline = (failure: Failure | null, box: RefObject<HTMLElement | null>) => {
  const dispatch = useAppDispatch();
  const { setFieldValue, setFieldTouched } = useFormikContext<CardValues>();
  const handleDecline = useEffectEvent((declined: Failure) => {
    if (STALE.includes(declined.key)) dispatch(priceChangeMet());
    if (declined.kind !== 'invalid') return;
    void setFieldValue('cvc', '', false);
    void setFieldTouched('cvc', false, false);
    // Otherwise the named field takes the focus.
    if (!atFields(declined).fields) box.current?.querySelector<HTMLElement>('[name=cvc]')?.focus();
  });
  useEffect(() => {
    if (failure) handleDecline(failure);
  }, [failure]);
};
