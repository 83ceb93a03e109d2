import type { Bulk, BulkSkip } from '../../../contract/schemas/bulks';
import type { BulkRecord } from './repository';

/** Returns the skips in a stable order: the most frequent first. */
export const presentSkips = (skips: Readonly<Record<string, number>>): BulkSkip[] =>
  Object.entries(skips)
    .map(([key, count]) => ({ key, count }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));

export const presentBulk = ({ jobId, jobTitle, skips, lastDueAt, ...bulk }: BulkRecord, now: Date): Bulk => ({
  ...bulk,
  recallSeconds: lastDueAt && Math.max(0, Math.floor((lastDueAt.getTime() - now.getTime()) / 1000)),
  job: jobId === null || jobTitle === null ? null : { id: jobId, title: jobTitle },
  skips: presentSkips(skips),
});
