import type { Deps } from '../../platform/deps';
import { nearestPlace } from '../reference';
import { jobPostingOf } from './jobPosting';
import type { PageJob } from './jobRepository';
import type { StoredPage } from './pageRepository';

/** Returns the structured data of a job, whose towns come from the gazetteer. */
export const postingOf = async (
  deps: Pick<Deps, 'clock' | 'settings'>,
  { page, job, url }: { page: StoredPage; job: PageJob; url: string },
) => {
  const places = job.places.map((place) => ({
    ...place,
    locality: nearestPlace(place)?.name ?? place.name,
    countryCode: deps.settings.countryCode,
  }));
  return jobPostingOf(job, { url, companyName: page.companyName, places, now: deps.clock.now() });
};
