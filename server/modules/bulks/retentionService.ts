import { BULK_DAYS } from '../../../contract/constants/bulks';
import type { Deps } from '../../platform/deps';
import { deleteOldest } from './repository';

/** Deletes bulk actions older than 30 days with their items, one in each statement. */
export const removeOldBulks = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const oldest = new Date(clock.now().getTime() - BULK_DAYS * 86_400_000);
  while (await deleteOldest(db, oldest));
};
