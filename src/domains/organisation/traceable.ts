import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  namesBelow: 'taxOffice',
  dates: 'invitedAt',
};
