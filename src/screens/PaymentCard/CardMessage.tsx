import { useIntl } from 'react-intl';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Basket, PriceChange } from '../../domains/basket';
import { atFields } from '../../domains/payment';
import type { Failure } from '../../domains/kit/failure';
import { formatPrice } from '../../lib/money';
import { FormMessage } from '../../ui/FormMessage';
import { T } from '../../ui/text';
import { PaymentRefusal, PaymentWay } from '../../widgets/PaymentRefusal/PaymentRefusal';

interface CardMessageProps {
  basket: Basket;
  failure: Failure | null;
  priceChange: PriceChange | null;
}

/** The error of the payment as a whole, with its next step. */
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
  // A field shows its own error, and a new price has its own dialog.
  const isTold =
    failure !== null && (atFields(failure).fields !== undefined || failure.key === ERROR_KEYS.priceChanged);
  if (isTold || (failure === null && !isUnderWay)) return null;
  return (
    <FormMessage>
      {failure ? (
        <PaymentRefusal failure={failure} basketId={basket._id} />
      ) : (
        <>
          <T id="payment.card.underWay" /> <PaymentWay way="result" basketId={basket._id} />
        </>
      )}
    </FormMessage>
  );
};
