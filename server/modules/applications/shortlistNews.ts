import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../platform/night';
import { tellShortlisted, type NewsDeps } from '../links';
import { hasDueNews, takeDueNews } from './shortlistNewsRepository';

/** How long a shortlisting can be taken back before its applicant is told. */
export const SHORTLIST_NEWS_MS = 10 * 60_000;

/** Applicants who are told in one transaction. */
const BATCH = 50;

const tellBatch = (deps: NewsDeps & Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  inChange(deps, async (change) => {
    let told = 0;
    for (const { isWanted, ...owner } of await takeDueNews(change.trx, change.now, BATCH))
      if (isWanted) told += Number(await tellShortlisted(change, deps, owner));
    return told;
  });

/**
 * Tells shortlisted applicants of organisations that say so, but not at night, and returns how many heard. See
 * docs/PRODUCT.md#telling-the-shortlisted.
 */
export const tellShortlistedDue = async (deps: NewsDeps & Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  let told = 0;
  while (!isNight(deps.clock.now(), deps.settings.timeZone) && (await hasDueNews(deps.db, deps.clock.now())))
    told += await tellBatch(deps);
  return told;
};
