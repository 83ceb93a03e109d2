import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'columnFields field problem',
  codes: 'importKey error',
  numbers: 'column formulas headerAt index indices line option sheetAt ticked',
  masked: 'cells fileName header searched value',
};
