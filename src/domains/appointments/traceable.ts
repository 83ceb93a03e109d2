import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'answer delivery field outcome skipped statusGroup',
  codes: 'unfolded',
  dates: 'dueAt recordedAt sentAt',
  numbers: 'appointmentId minutes rebookOf',
  secrets: 'secretUrl',
};
