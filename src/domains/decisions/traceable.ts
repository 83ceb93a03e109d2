import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'tell',
  dates: 'tellAt toldAt',
  masked: 'decision.by note shortListedBy',
};
