import type { BasketTrip } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { ButtonLink } from '../../ui/Button';
import { T, useHasText, useText } from '../../ui/text';
import { Outcome } from './Outcome';

interface FailureProps {
  /** Null if only the address reports the failure; then it is unknown whether anything was charged. */
  basketId: string | null;
  errorKey: string | null;
}

/** A failed payment: the reason and the ways to try again: docs/PRODUCT.md#payment-result. */
export const Failure = ({ basketId, errorKey }: FailureProps) => {
  const t = useText();
  const hasText = useHasText();
  const byKey = `errors.keys.${errorKey}`;
  return (
    <Outcome
      look="bad"
      icon="warning"
      title={t('payment.result.failure')}
      actions={
        <>
          <ButtonLink to={paths.packages()} look="primary">
            <T id="payment.result.tryAgain" />
          </ButtonLink>
          {basketId !== null && readSettings().paymentFlow === 'basket' && (
            <ButtonLink to={paths.card()} state={{ basketId } satisfies BasketTrip} icon="card">
              <T id="payment.result.otherCard" />
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{t(hasText(byKey) ? byKey : 'payment.paymentErrorMessage')}</p>
      {basketId !== null && <p>{t('payment.result.notCharged')}</p>}
    </Outcome>
  );
};
