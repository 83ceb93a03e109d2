import { Link } from 'react-router-dom';
import { useIntl } from 'react-intl';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Basket, BasketTrip, PriceChange } from '../../domains/basket';
import { atFields, wayOnOf } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { formatPrice } from '../../lib/money';
import { paths } from '../../lib/paths';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T } from '../../ui/text';

const WAYS = {
  packages: { id: 'payment.toPackages', to: () => paths.packages() },
  profile: { id: 'payment.toProfile', to: () => paths.profileEdit() },
  basket: { id: 'payment.toBasket', to: () => paths.basket() },
  result: { id: 'payment.toResult', to: (basketId: string) => paths.paymentResult({ basketId }) },
} as const;

const Reason = ({ failure }: { failure: Failure }) =>
  failure.key === ERROR_KEYS.idempotencyMismatch ? (
    <T id="payment.card.basketChanged" />
  ) : (
    <FailureText failure={failure} refused="payment.paymentErrorMessage" />
  );

interface CardMessageProps {
  basket: Basket;
  failure: Failure | null;
  priceChange: PriceChange | null;
}

/** What went wrong with the payment as a whole, and the way on. */
export const CardMessage = ({ basket, failure, priceChange }: CardMessageProps) => {
  const { locale } = useIntl();
  if (priceChange) {
    const { before, after, currency } = priceChange;
    const values = { before: formatPrice(before, currency, locale), after: formatPrice(after, currency, locale) };
    return (
      <FormMessage>
        <T id="payment.card.priceChanged" values={values} />
      </FormMessage>
    );
  }
  const isUnderWay = failure === null && basket.status === 'paying';
  const way = isUnderWay ? 'result' : failure && wayOnOf(failure);
  // What is told at a field is not told twice; a new price is about to be shown.
  const isTold =
    failure !== null && (atFields(failure).fields !== undefined || failure.key === ERROR_KEYS.priceChanged);
  if (isTold || (failure === null && !isUnderWay)) return null;
  return (
    <FormMessage>
      {failure ? <Reason failure={failure} /> : <T id="payment.card.underWay" />}{' '}
      {way && (
        <Link to={WAYS[way].to(basket._id)} state={{ basketId: basket._id } satisfies BasketTrip}>
          <T id={WAYS[way].id} />
        </Link>
      )}
    </FormMessage>
  );
};
