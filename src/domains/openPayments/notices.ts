import { paths } from '../../lib/paths';
import type { Notice } from '../kit/ports';
import type { PaymentEnd } from './slice';

/** What the user is told of the end of a payment, with the way on; it stays until it is closed. */
export const noticeOf = ({ basketId, attempt, result, errorKey, jobCreationBalance }: PaymentEnd): Notice | null => {
  // Nobody confirmed the provider's form: the user closed it and waits for nothing.
  const isForm = attempt === null;
  switch (result) {
    case 'success':
      return {
        id: 'openPayments.success',
        values: { count: jobCreationBalance ?? 0 },
        kind: 'success',
        to: paths.statement(),
        stays: true,
      };
    case 'failure':
      if (isForm && errorKey === 'challenge_failed') return null;
      return {
        id: 'openPayments.failure',
        reason: errorKey ?? '',
        kind: 'error',
        to: paths.paymentResult({ basketId }),
        stays: true,
      };
    case 'unknown':
      return isForm ? null : { id: 'openPayments.unknown', kind: 'error', to: paths.packages(), stays: true };
    case 'forgotten':
      return null;
    case 'givenUp':
      return isForm ? null : { id: 'openPayments.givenUp', kind: 'info', to: paths.statement(), stays: true };
  }
};

/** The bank has not answered yet. */
export const pendingNotice = (basketId: string): Notice => ({
  id: 'openPayments.pending',
  kind: 'info',
  to: paths.paymentResult({ basketId }),
  stays: true,
});
