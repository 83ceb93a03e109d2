import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'reach tell toldBy',
  codes: 'undoneEarly',
  dates: 'tellAt toldAt',
  numbers: 'made',
  masked: 'decision.by note shortListedBy',
};
