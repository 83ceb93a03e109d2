import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../platform/night';
import { tellShortlisted, type NewsDeps } from '../links';
import { takeDueNews } from './shortlistNewsRepository';

/** How long a shortlisting can be taken back before its applicant is told. */
export const SHORTLIST_NEWS_MS = 10 * 60_000;

/** Applicants who are told in one transaction. */
const BATCH = 50;

const tellBatch = (deps: NewsDeps & Pick<Deps, 'db' | 'clock'>): Promise<{ taken: number; told: number }> =>
  inChange(deps, async (change) => {
    const due = await takeDueNews(change.trx, change.now, BATCH);
    let told = 0;
    for (const { isWanted, ...owner } of due) if (isWanted) told += Number(await tellShortlisted(change, deps, owner));
    return { taken: due.length, told };
  });

/**
 * Tells shortlisted applicants of organisations that say so, but not at night, and returns how many heard. See
 * docs/PRODUCT.md#telling-the-shortlisted.
 */
export const tellShortlistedDue = async (deps: NewsDeps & Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  let count = 0;
  while (!isNight(deps.clock.now(), deps.settings.timeZone)) {
    const { taken, told } = await tellBatch(deps);
    count += told;
    if (taken < BATCH) break;
  }
  return count;
};
