import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'delivery field outcome statusGroup',
  dates: 'recordedAt',
  numbers: 'appointmentId',
};
