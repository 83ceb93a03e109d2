import type { CityName } from './data/places';

/** Shape of the load world. API contract, section 11: at 1,000,000 the largest has 100,000, one job of it 20,000. */
export const ORGANISATIONS = 100;
export const LARGEST_SHARE = 0.1;
export const LARGEST_JOB_SHARE = 0.02;

/** Workers and jobs meet in eight slots, so that applicants are near; four of them are İstanbul. */
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

export interface OrganisationPlan {
  applications: number;
  jobs: number;
}

export interface LoadPlan {
  organisations: OrganisationPlan[];
  /** Everything belongs to one branch of the first organisation: the worst case of every list. */
  isOneOwner: boolean;
  /** Applications of the one big job of the largest organisation. */
  largestJob: number;
  /** A multiple of the number of slots; each slot has more workers than any job has applications. */
  workers: number;
}

/** Messages of the longest conversation, rows of the longest statement: 20,000 at a million. */
export const longestOf = (applications: number): number => Math.max(100, Math.round(applications * LARGEST_JOB_SHARE));

const scaled = (value: number, factor: number): number => Math.max(1, Math.round(value * factor));

/** Splits `applications` over the organisations, the first the largest; the sum is exact. */
export const loadPlan = (applications: number, isOneOwner = false): LoadPlan => {
  const factor = Math.min(1, applications / 1_000_000);
  const largest = Math.round(applications * LARGEST_SHARE);
  const largestJob = Math.round(applications * LARGEST_JOB_SHARE);
  // A slowly falling tail: the second is about six times the last and far below the first.
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
