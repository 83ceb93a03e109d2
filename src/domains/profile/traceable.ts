import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'device state verification',
  codes: 'leftEntries',
  dates: 'lastSeenAt',
  pictures: 'image photo',
  masked: 'entry taxOffice',
};
