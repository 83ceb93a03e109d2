import type { Traceable } from '../kit/traceable';

/** What a support trace shows of the fields of this domain's events and state. */
export const traceable: Traceable = {
  words: 'device state verification',
  codes: 'leftEntries',
  dates: 'lastSeenAt',
  pictures: 'image photo',
  masked: 'entry taxOffice',
};
