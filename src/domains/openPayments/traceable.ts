import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'method',
  choices: 'result',
  codes: 'attempt errorKey paidElsewhere sending shownBasketId',
  numbers: 'startedAt',
};
