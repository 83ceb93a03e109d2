import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'outcome statusGroup',
  numbers: 'appointmentId',
};
