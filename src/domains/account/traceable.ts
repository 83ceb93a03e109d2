import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'language',
  codes: 'country',
  numbers: 'country',
  secrets: 'firstPassword phoneVerifyCode resetToken restoreCode secondPassword',
};
