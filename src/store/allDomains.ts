import type { Storage } from '../lib/storage';
import type { Step } from '../domains/kit/effects';
import { backOffice } from './backOffice';
import { workplace } from './workplace';

/** Every domain that comes later, for those who do not wait: replays, and tests. */
export const allDomains = {
  reducersOf: (storage: Storage) => ({ ...workplace.reducersOf(storage), ...backOffice.reducersOf() }),
  saga: function* (): Step<void> {
    yield* backOffice.saga();
    yield* workplace.saga();
  },
};
