import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/schema';
import { createIyzico } from './iyzico/iyzico';
import type { PaymentProvider, Purchase } from '../../platform/ports/payments';
import { createSandbox } from './sandbox/sandbox';
import type { PaymentSettings } from '../../platform/paymentSettings';
import { createStripe } from './stripe/stripe';

export interface PaymentNeeds {
  payment: PaymentSettings;
  db: Db;
  clock: Clock;
  /** Signs the sandbox's messages. */
  secret: string;
  purchaseOf(orderId: string): Promise<Purchase>;
}

/** Creates the provider that `PAYMENT_PROVIDER` names. */
export const createPayments = ({ payment, db, clock, secret, purchaseOf }: PaymentNeeds): PaymentProvider => {
  if (payment.provider === 'iyzico') return createIyzico({ settings: payment, purchaseOf });
  if (payment.provider === 'stripe') return createStripe({ settings: payment, purchaseOf });
  return createSandbox({ db, clock, secret });
};
