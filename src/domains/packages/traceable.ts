import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  dates: 'endsAt from nextAttemptAt startsAt',
  numbers: 'jobCredits',
  paths: 'from',
};
