import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'state',
  dates: 'closedAt dueAt from',
  numbers: 'applicationId openCount months people retentionMonths tellingMinutes version workerId',
  masked: 'confirmName heldBy note',
};
