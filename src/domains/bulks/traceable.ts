import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'action decision dialog language outcome reason state tell',
  codes: 'attemptKey bulkId recent recentLoaded shown undoOf undoneBy',
  dates: 'finishedAt',
  numbers: 'anchor applicationId done except expected failed ids matches ready recallSeconds recallUntil skipped total',
  masked: 'bodyText note',
};
