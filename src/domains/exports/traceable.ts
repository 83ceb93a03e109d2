import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'dialog',
  codes: 'exportId',
  numbers: 'done',
  masked: 'countOf fullName of',
};
