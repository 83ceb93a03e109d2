import type { Traceable } from '../kit/traceable';

/** What a support trace shows of the fields of this domain's events and state. */
export const traceable: Traceable = {
  numbers: 'attempts countdown deadline now secondsLeft',
  secrets: 'secret smsCode',
  masked: 'pushBackTo',
};
