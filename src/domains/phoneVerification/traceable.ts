import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  numbers: 'attempts countdown deadline now secondsLeft',
  secrets: 'secret smsCode',
  masked: 'pushBackTo',
};
