import type { Traceable } from '../kit/traceable';

/** What a support trace shows of the fields of this domain's events and state. */
export const traceable: Traceable = {
  namesBelow: 'taxOffice',
  dates: 'invitedAt',
};
