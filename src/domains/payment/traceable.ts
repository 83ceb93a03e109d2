import type { Traceable } from '../kit/traceable';

/** What a support trace shows of the fields of this domain's events and state. */
export const traceable: Traceable = {
  secrets: 'clientSecret',
  masked: 'amount balance finalizeUrl handle paymentId provider publishableKey userName',
};
