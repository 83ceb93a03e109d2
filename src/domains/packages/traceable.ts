import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  wordsBelow: 'features',
  dates: 'endsAt from nextAttemptAt startsAt',
  numbers: 'jobCredits',
  paths: 'from',
};
