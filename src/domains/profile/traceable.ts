import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'device state verification',
  codes: 'entry leftEntries',
  dates: 'lastSeenAt',
  numbers: 'taxOffice tellingMinutes version',
  pictures: 'image photo',
};
