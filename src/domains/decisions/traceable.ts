import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'reach tell toldBy',
  dates: 'tellAt toldAt',
  masked: 'decision.by note shortListedBy',
};
