import { Link } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BasketTrip } from '../../domains/basket';
import { wayOnOf } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { paths } from '../../lib/paths';
import { FailureText } from '../../ui/State';
import { T } from '../../ui/text';

const WAYS = {
  packages: { id: 'payment.toPackages', to: () => paths.packages() },
  profile: { id: 'payment.toProfile', to: () => paths.profileEdit() },
  basket: { id: 'payment.toBasket', to: () => paths.basket() },
  result: { id: 'payment.toResult', to: (basketId: string) => paths.paymentResult({ basketId }) },
} as const;

/** A link to the page that continues a refused payment. */
export const PaymentWay = ({ way, basketId }: { way: keyof typeof WAYS; basketId: string }) => (
  <Link to={WAYS[way].to(basketId)} state={{ basketId } satisfies BasketTrip}>
    <T id={WAYS[way].id} />
  </Link>
);

/**
 * Shows why a payment was refused, with a link to the next step. Without a basket there is no link to a basket or a
 * result.
 */
export const PaymentRefusal = ({ failure, basketId }: { failure: Failure; basketId: string | null }) => {
  const way = wayOnOf(failure);
  if (failure.key === ERROR_KEYS.idempotencyMismatch) return <T id="payment.card.basketChanged" />;
  return (
    <>
      <FailureText failure={failure} refused="payment.paymentErrorMessage" />{' '}
      {way === 'profile' || way === 'packages' ? (
        <PaymentWay way={way} basketId={basketId ?? ''} />
      ) : (
        way && basketId && <PaymentWay way={way} basketId={basketId} />
      )}
    </>
  );
};
