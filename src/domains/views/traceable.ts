import type { Traceable } from '../kit/traceable';

/** `view` is a part of the address. Masked, it would lead the replay to a view that does not exist. */
export const traceable: Traceable = {
  words: 'decision firstDay op sort',
  numbers: 'branchId version view',
};
