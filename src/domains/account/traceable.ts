import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'language',
  secrets: 'firstPassword phoneVerifyCode resetToken restoreCode secondPassword',
  masked: 'country',
};
