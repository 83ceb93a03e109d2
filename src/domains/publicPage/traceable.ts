import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  choices: 'change ref',
  codes: 'format',
  dates: 'day',
  numbers: 'applications applications7 roster salaryMax salaryMin views views7',
  pictures: 'qr',
  words: 'workTimes',
  masked: 'intro',
};
