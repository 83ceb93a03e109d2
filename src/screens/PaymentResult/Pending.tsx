import { Link } from 'react-router-dom';
import type { BasketRouteState } from '../../domains/basket';
import { paths } from '../../lib/paths';
import { readSettings } from '../../lib/settings';
import { Button, ButtonLink } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { Outcome } from './Outcome';

interface PendingProps {
  basketId: string;
  hadBankPage: boolean;
  isChecking: boolean;
  onCheck: () => void;
}

/** The result is unknown: says what happens next, and that the user can leave the page. */
export const Pending = ({ basketId, hadBankPage, isChecking, onCheck }: PendingProps) => {
  const t = useText();
  const again =
    readSettings().paymentFlow === 'basket' ? (
      <Link key="again" to={paths.card()} state={{ basketId } satisfies BasketRouteState}>
        <T id="payment.result.startAgain" />
      </Link>
    ) : (
      <Link key="again" to={paths.packages()}>
        <T id="payment.result.startAgain" />
      </Link>
    );
  return (
    <Outcome
      look="open"
      icon="clock"
      title={t('payment.result.pending')}
      actions={
        <>
          <Button onClick={onCheck} busy={isChecking}>
            <T id="payment.result.check" />
          </Button>
          <ButtonLink to={paths.jobs()}>
            <T id="payment.result.toJobs" />
          </ButtonLink>
        </>
      }
    >
      <p>{t('payment.result.pendingText')}</p>
      {hadBankPage && (
        <p>
          <T id="payment.result.bankClosed" values={{ again }} />
        </p>
      )}
    </Outcome>
  );
};
