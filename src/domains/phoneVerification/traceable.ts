import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  numbers: 'attempts codeDeadline countdown deadline now secondsLeft',
  secrets: 'secret smsCode',
  paths: 'pushBackTo',
};
