import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import { DAY } from '../../../contract/constants/time';
import type { Deps } from '../../platform/deps';
import { toMainOrNull } from '../../platform/money';
import { nearestPlace } from '../reference';
import type { PageJob, StoredPage } from './pageRepository';

/** Days for which search engines show a posting. While the job stays open, its end moves on. */
const VALID_DAYS = 60;

/** The fields of a place that a search engine can show. */
interface PostingPlace {
  address: string | null;
  locality: string;
  /** The province or state; undefined for a town that is one itself. */
  region: string | undefined;
  countryCode: string;
  latitude: number;
  longitude: number;
}

interface PostingOptions {
  url: string;
  companyName: string;
  places: readonly PostingPlace[];
  now: Date;
}

const TYPES = [
  ['isFullTime', 'FULL_TIME'],
  ['isPartTime', 'PART_TIME'],
  ['isSeasonal', 'TEMPORARY'],
] as const;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Converts typed text to the HTML that Google requires. */
const asHtml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign).replace(/\r\n?|\n/g, '<br>');

const salaryOf = ({ salaryMin, salaryMax }: PageJob) => {
  if (salaryMin === null && salaryMax === null) return {};
  const [low, high] = [salaryMin, salaryMax].map(toMainOrNull);
  const bounds = { ...(low !== null && { minValue: low }), ...(high !== null && { maxValue: high }) };
  const range = low === high ? { value: low } : bounds;
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: MARKET_CURRENCY,
      value: { '@type': 'QuantitativeValue', ...range, unitText: 'MONTH' },
    },
  };
};

/** Returns the last day of a posting: 60 days after the opening, moved on in steps while the job is open. */
const validThrough = (openedAt: Date, now: Date): string => {
  const periods = Math.floor(Math.max(0, now.getTime() - openedAt.getTime()) / (VALID_DAYS * DAY)) + 1;
  return new Date(openedAt.getTime() + periods * VALID_DAYS * DAY).toISOString();
};

/**
 * Returns the structured data of an open job in the form of Google's JobPosting: what the page shows and nothing else
 * (https://developers.google.com/search/docs/appearance/structured-data/job-posting).
 */
const jobPostingOf = (job: PageJob, { url, companyName, places, now }: PostingOptions) => {
  const openedAt = job.openedAt ?? now;
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: asHtml(job.description),
    identifier: { '@type': 'PropertyValue', name: companyName, value: String(job.id) },
    datePosted: openedAt.toISOString(),
    validThrough: validThrough(openedAt, now),
    employmentType: TYPES.filter(([field]) => job[field]).map(([, type]) => type),
    hiringOrganization: { '@type': 'Organization', name: companyName },
    jobLocation: places.map(({ address, locality, region, countryCode, latitude, longitude }) => ({
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        ...(address && { streetAddress: address }),
        addressLocality: locality,
        ...(region && { addressRegion: region }),
        addressCountry: countryCode,
      },
      geo: { '@type': 'GeoCoordinates', latitude, longitude },
    })),
    ...salaryOf(job),
    directApply: true,
    url,
  };
};

/** Returns the structured data of a job, whose towns come from the gazetteer. */
export const postingOf = async (
  deps: Pick<Deps, 'clock' | 'settings'>,
  { page, job, url }: { page: StoredPage; job: PageJob; url: string },
) => {
  const places = job.places.map((place) => {
    // A place of the gazetteer names what contains it, the province last.
    const parts = (nearestPlace(place)?.name ?? place.name).split(', ');
    const region = parts.length > 1 ? parts.pop() : undefined;
    return { ...place, locality: parts.join(', '), region, countryCode: deps.settings.countryCode };
  });
  return jobPostingOf(job, { url, companyName: page.companyName, places, now: deps.clock.now() });
};
