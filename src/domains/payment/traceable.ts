import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  secrets: 'clientSecret',
  masked: 'amount balance finalizeUrl handle paymentId provider publishableKey userName',
};
