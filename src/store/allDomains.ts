import type { Storage } from '../lib/storage';
import type { Step } from '../domains/kit/effects';
import { backOffice } from './backOffice';
import { laterWork } from './laterWork';
import { workplace } from './workplace';

/** All domains that load later, for replays and tests, which need them at once. */
export const allDomains = {
  reducersOf: (storage: Storage) => ({
    ...workplace.reducersOf(storage),
    ...laterWork.reducersOf(storage),
    ...backOffice.reducersOf(),
  }),
  saga: function* (): Step<void> {
    yield* backOffice.saga();
    yield* laterWork.saga();
    yield* workplace.saga();
  },
};
