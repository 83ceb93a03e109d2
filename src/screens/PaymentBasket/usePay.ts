import { useNavigate } from 'react-router-dom';
import type { BasketTrip } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';

/** Returns a function that opens the payment: our card page, or the provider's own form. */
export const usePay = (basketId: string) => {
  const navigate = useNavigate();
  const trip: BasketTrip = { basketId };
  const to = readSettings().paymentFlow === 'provider_form' ? paths.checkout() : paths.card();
  return () => void navigate(to, { state: trip });
};
