import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  dates: 'endsAt nextAttemptAt startsAt',
  paths: 'from',
  masked: 'jobCredits',
};
