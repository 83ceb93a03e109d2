import type { Bulk as WireBulk } from '../../contract/schemas/bulks';
import type { Bulk } from '../../src/domains/bulks';
import { NOW } from './fakeClock';

export const BULK_ID = 'a'.repeat(32);

/** Returns a finished bulk action: 298 declined, 14 left out. */
export const aBulk = (given: Partial<Bulk> = {}): WireBulk => ({
  id: BULK_ID,
  action: 'decline',
  job: { id: 7, title: 'Barista' },
  by: 'Moda Kahve',
  state: 'done',
  total: 312,
  done: 298,
  skipped: 14,
  failed: 0,
  skips: [
    { key: 'application.has_appointment', count: 12 },
    { key: 'application.withdrawn', count: 2 },
  ],
  undoOf: null,
  undoneBy: null,
  createdAt: new Date(NOW).toISOString(),
  finishedAt: new Date(NOW + 1000).toISOString(),
  ...given,
});

/** Returns a bulk action that has handled 100 of 312 applications. */
export const aRunningBulk = (given: Partial<Bulk> = {}): WireBulk =>
  aBulk({ state: 'running', done: 95, skipped: 5, skips: [], finishedAt: null, ...given });
