import type { CityName } from '../../server/seeds/data/people';

/**
 * Shape of the load world: at 1,000,000 applications the largest organisation has 100,000 and its largest job 20,000
 * (docs/API.md#promises).
 */
const ORGANISATIONS = 100;
const LARGEST_SHARE = 0.1;
const LARGEST_JOB_SHARE = 0.02;

/** Workers and jobs are spread over eight slots, so that applicants live near; four slots are in İstanbul. */
export const SLOTS: readonly CityName[] = [
  'İstanbul',
  'Ankara',
  'İstanbul',
  'İzmir',
  'İstanbul',
  'Bursa',
  'İstanbul',
  'Antalya',
];

interface OrganisationPlan {
  applications: number;
  jobs: number;
}

export interface LoadPlan {
  organisations: OrganisationPlan[];
  /** One branch of the first organisation owns everything: the worst case of every list. */
  isOneOwner: boolean;
  /** Applications of the largest job of the largest organisation. */
  largestJob: number;
  /** A multiple of the number of slots; each slot has more workers than any job has applications. */
  workers: number;
}

/** Returns the length of the longest conversation and the longest statement: 20,000 at a million. */
export const longestOf = (applications: number): number => Math.max(100, Math.round(applications * LARGEST_JOB_SHARE));

const scaled = (value: number, factor: number): number => Math.max(1, Math.round(value * factor));

/** Splits `applications` over the organisations, the largest first; the sum is exact. */
export const loadPlan = (applications: number, isOneOwner = false): LoadPlan => {
  const factor = Math.min(1, applications / 1_000_000);
  const largest = Math.round(applications * LARGEST_SHARE);
  const largestJob = Math.round(applications * LARGEST_JOB_SHARE);
  // A slowly falling tail: the second organisation has about six times the last one's share and far less than the
  // first one's.
  const weights = Array.from({ length: ORGANISATIONS - 1 }, (_, index) => 1 / (index + 25));
  const sum = weights.reduce((one, two) => one + two, 0);
  const rest = applications - largest;
  const counts = weights.map((weight) => Math.floor((rest * weight) / sum));
  const left = rest - counts.reduce((one, two) => one + two, 0);
  const organisations = [largest, ...counts.map((count, index) => count + (index < left ? 1 : 0))].map(
    (count, index): OrganisationPlan => ({
      applications: count,
      jobs: index === 0 ? Math.max(12, scaled(200, factor)) : Math.max(2, scaled(60 + ((index * 53) % 141), factor)),
    }),
  );
  const perSlot = Math.max(50, Math.ceil(applications / 5 / SLOTS.length), largestJob + 1);
  const jobs = organisations.reduce((sum, one) => sum + one.jobs, 0);
  return {
    organisations: isOneOwner ? [{ applications, jobs }] : organisations,
    isOneOwner,
    largestJob,
    workers: perSlot * SLOTS.length,
  };
};
