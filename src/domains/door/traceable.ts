import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  choices: 'change format ref',
  dates: 'day',
  numbers: 'applications applications7 views views7',
  pictures: 'qr',
  masked: 'intro',
};
