import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'block',
  numbers: 'attempts countdown deadline now secondsLeft wrongTries',
  secrets: 'secret smsCode',
  paths: 'pushBackTo',
};
