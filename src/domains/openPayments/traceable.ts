import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'method',
  numbers: 'startedAt',
  masked: 'attempt elsewhere errorKey result sending shownBasketId',
};
