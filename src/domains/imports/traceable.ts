import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'columnFields field problem',
  codes: 'importKey error',
  numbers: 'column formulas index line option',
  masked: 'cells fileName header searched value',
};
