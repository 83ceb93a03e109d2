import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useFormikContext } from 'formik';
import { priceChangeMet } from '../../domains/basket';
import { atFields, type CardValues } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { useAppDispatch } from '../../store/hooks';

/** The basket is not the one that was shown: it is loaded again. */
const STALE: readonly string[] = [ERROR_KEYS.priceChanged, ERROR_KEYS.idempotencyMismatch, ERROR_KEYS.itemWithdrawn];

/**
 * After a refused payment: everything that was typed stays but the CVC, which is asked for again. Where the
 * basket was another one, it is loaded again. To be called before `useServerErrors`, which then speaks of the emptied field.
 */
export const useDecline = (failure: Failure | null, box: RefObject<HTMLElement | null>) => {
  const dispatch = useAppDispatch();
  const { setFieldValue, setFieldTouched } = useFormikContext<CardValues>();
  const meet = useEffectEvent((met: Failure) => {
    if (STALE.includes(met.key)) dispatch(priceChangeMet());
    if (met.kind !== 'invalid') return;
    void setFieldValue('cvc', '', false);
    void setFieldTouched('cvc', false, false);
    // A field that is named takes the focus itself.
    if (!atFields(met).fields) box.current?.querySelector<HTMLElement>('[name=cvc]')?.focus();
  });
  useEffect(() => {
    if (failure) meet(failure);
  }, [failure]);
};
