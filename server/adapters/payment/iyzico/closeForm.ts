import type { ClosedForm, Order } from '../../../platform/ports/payments';
import type { IyzicoSettings } from '../../../platform/paymentSettings';
import { outcomeOf } from './answers';
import type { Call } from './client';
import { priceOf } from './requests';

/**
 * Closes a form. iyzico's form expires by itself after half an hour. Money that it has taken is given back: on the
 * same day by a cancellation, as if never charged, later by a refund.
 * https://docs.iyzico.com/en/advanced/refund-and-cancel
 */
export const closeForm = async (
  call: Call,
  { secretKey }: IyzicoSettings,
  order: Order,
  token: string,
): Promise<ClosedForm> => {
  const base = { locale: 'en', conversationId: order.id };
  const answer = await call('/payment/iyzipos/checkoutform/auth/ecom/detail', { ...base, token });
  if (outcomeOf(answer, order, secretKey).state !== 'succeeded') return 'open';
  const { paymentId } = answer;
  const cancelled = await call('/payment/cancel', {
    ...base,
    paymentId,
    reason: 'OTHER',
    description: 'order is over',
  });
  if (cancelled.status === 'success') return 'given_back';
  const refund = { ...base, price: priceOf(order), paymentId, currency: order.currency };
  const refunded = await call('/v2/payment/refund', refund);
  if (refunded.status !== 'success') throw new Error(`iyzico: refunding ${order.id} failed`);
  return 'given_back';
};
