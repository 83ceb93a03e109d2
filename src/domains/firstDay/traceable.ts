import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'firstDay',
  dates: 'confirmedAt recordedAt startsAt',
  masked: 'askFor bring place',
};
