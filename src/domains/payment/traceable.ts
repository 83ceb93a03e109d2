import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'provider',
  codes: 'paymentId',
  numbers: 'amount balance handle',
  paths: 'result',
  secrets: 'clientSecret',
  masked: 'finalizeUrl publishableKey userName',
};
