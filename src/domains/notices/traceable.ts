import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'reason',
  numbers: 'nextKey noticeClosed',
};
