import { Link } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BasketRouteState } from '../../domains/basket';
import { nextPageOf } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { paths } from '../../lib/paths';
import { FailureText } from '../../ui/State';
import { T } from '../../ui/text';

const NEXT_PAGES = {
  packages: { id: 'payment.toPackages', to: () => paths.packages() },
  profile: { id: 'payment.toProfile', to: () => paths.profileEdit() },
  basket: { id: 'payment.toBasket', to: () => paths.basket() },
  result: { id: 'payment.toResult', to: (basketId: string) => paths.paymentResult({ basketId }) },
} as const;

/** A link to the page that continues a refused payment. */
export const NextPageLink = ({ nextPage, basketId }: { nextPage: keyof typeof NEXT_PAGES; basketId: string }) => (
  <Link to={NEXT_PAGES[nextPage].to(basketId)} state={{ basketId } satisfies BasketRouteState}>
    <T id={NEXT_PAGES[nextPage].id} />
  </Link>
);

/**
 * Shows why a payment was refused, with a link to the next step. Without a basket there is no link to a basket or a
 * result.
 */
export const PaymentRefusal = ({ failure, basketId }: { failure: Failure; basketId: string | null }) => {
  const nextPage = nextPageOf(failure);
  if (failure.key === ERROR_KEYS.idempotencyMismatch) return <T id="payment.card.basketChanged" />;
  return (
    <>
      <FailureText failure={failure} refused="payment.paymentErrorMessage" />{' '}
      {nextPage === 'profile' || nextPage === 'packages' ? (
        <NextPageLink nextPage={nextPage} basketId={basketId ?? ''} />
      ) : (
        nextPage && basketId && <NextPageLink nextPage={nextPage} basketId={basketId} />
      )}
    </>
  );
};
