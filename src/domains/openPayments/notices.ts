import { paths } from '../../lib/paths';
import type { Notice } from '../kit/ports';
import type { PaymentEnd } from './slice';

/** Returns the notice about the end of a payment, with a link; it stays until the user closes it. */
export const noticeOf = ({ basketId, attempt, result, errorKey, jobCreationBalance }: PaymentEnd): Notice | null => {
  // A provider's form that the user closed without confirming needs no notice.
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

/** Returns the notice that the bank has not answered yet. */
export const pendingNotice = (basketId: string): Notice => ({
  id: 'openPayments.pending',
  kind: 'info',
  to: paths.paymentResult({ basketId }),
  stays: true,
});
