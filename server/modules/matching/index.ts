import { EDUCATION_STATUSES, type EducationStatus, type WORK_TIMES } from '../../../contract/constants/options';
import { fold } from '../../../contract/constants/text';
import type { ScoreReason } from '../../../contract/schemas/applications';
import { ageOn, dayAt } from '../../../contract/zone';
import type { Trx } from '../../platform/database/schema';
import { nearestDistanceKm } from '../../platform/geo';
import { findProfiles, isOwnWorker, type WorkerProfile } from '../workers';
import {
  lockApplicationsOfJob,
  lockApplicationsOfWorker,
  updateScores,
  updateScoresOfJob,
  type ScoringJob,
  type ToldExperience,
} from './repository';

export * from './repository';

export type WorkTime = (typeof WORK_TIMES)[number];

/** The fields of a job that the score reads; null means no requirement. Ages are whole years, experience is in months. */
export interface ScoredJob {
  positionId: number | null;
  positionName: string;
  minExperienceMonths: number | null;
  minEducation: EducationStatus | null;
  minEnglish: number | null;
  ageMin: number | null;
  ageMax: number | null;
  workTimes: readonly WorkTime[];
}

/** A time in months, or a range of which only the ends are known; `max` null is a range without an upper end. */
interface Months {
  months: number;
  max?: number | null;
}

/** The fields of a worker that the score reads; null means unknown. */
export interface ScoredWorker {
  experiences: readonly ({ positionId?: number | null; position: string } & Months)[];
  experienceMonths: number;
  /** Set when the experience is a range: its upper end, or null without one. */
  experienceMax?: number | null;
  distanceKm: number | null;
  education: EducationStatus | null;
  english: number | null;
  age: number | null;
  workTimes: readonly WorkTime[];
  /** True for somebody from the public page, which asks for the experience in one position and not about languages. */
  isFromPage?: boolean;
}

type MatchFactor = 'position' | 'experience' | 'distance' | 'education' | 'languages' | 'age' | 'workTimes';
interface MatchReason {
  factor: MatchFactor;
  weight: number;
  /** How well this factor fits, 0 to 1; the factor adds `weight * value` to the score. */
  value: number;
  /** False for a factor about which the worker said nothing. */
  isGiven: boolean;
}

/** Weights of the factors, with a sum of 1. Previous work and distance matter most for an hourly job. */
export const MATCH_WEIGHTS: Record<MatchFactor, number> = {
  position: 0.25,
  experience: 0.2,
  distance: 0.2,
  workTimes: 0.12,
  education: 0.08,
  languages: 0.08,
  age: 0.07,
};

/** An unknown value neither helps nor harms. */
const UNKNOWN = 0.5;
/** Two years in the same position give the full value. So do three years of any work when the job has no minimum. */
const FULL_POSITION_MONTHS = 24;
const FULL_EXPERIENCE_MONTHS = 36;
/** Distances in km: up to the first the value is full, from the second it is zero. */
const NEAR_KM = 2;
const FAR_KM = 25;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Returns the value of a time; that of a range is the mean of both ends, or that of the lower one without an upper. */
const valueOf = (
  { months, max }: { months: number; max: number | null | undefined },
  value: (months: number) => number,
): number => (value(months) + value(max ?? months)) / 2;

/** The value of a factor, or null when the worker said nothing about it. */
type Value = number | null;

const positionValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  const wanted = fold(job.positionName);
  const same = worker.experiences.filter((one) =>
    one.positionId ? one.positionId === job.positionId : wanted !== '' && fold(one.position) === wanted,
  );
  if (same.length === 0 && worker.isFromPage) return null;
  const sum = same.reduce(
    (total, { months, max }) => ({
      months: total.months + Math.max(0, months),
      max: total.max + Math.max(0, max ?? months),
    }),
    { months: 0, max: 0 },
  );
  return valueOf(sum, (months) => (months === 0 ? 0 : 0.4 + 0.6 * clamp(months / FULL_POSITION_MONTHS)));
};

const experienceValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (worker.experiences.length === 0 && worker.isFromPage) return null;
  return valueOf({ months: worker.experienceMonths, max: worker.experienceMax }, (months) =>
    job.minExperienceMonths
      ? clamp(months / job.minExperienceMonths)
      : 0.3 + 0.7 * clamp(months / FULL_EXPERIENCE_MONTHS),
  );
};

const distanceValue = ({ distanceKm }: ScoredWorker): Value =>
  distanceKm === null ? null : 1 - clamp((distanceKm - NEAR_KM) / (FAR_KM - NEAR_KM));

const educationValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (job.minEducation === null) return 1;
  if (worker.education === null) return null;
  const missing = EDUCATION_STATUSES.indexOf(job.minEducation) - EDUCATION_STATUSES.indexOf(worker.education);
  return 1 - clamp(missing / 3);
};

const languagesValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (job.minEnglish === null) return 1;
  if (worker.english === null) return worker.isFromPage ? null : 0;
  return 1 - clamp((job.minEnglish - worker.english) / 3);
};

/** Each year outside the age range costs a fifth. */
const ageValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (job.ageMin === null && job.ageMax === null) return 1;
  if (worker.age === null) return null;
  return 1 - clamp(Math.max((job.ageMin ?? 0) - worker.age, worker.age - (job.ageMax ?? Infinity), 0) / 5);
};

/** The first shared work time gives most of the value; each further one adds to it. */
const workTimesValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (job.workTimes.length === 0) return 1;
  if (worker.workTimes.length === 0) return null;
  const shared = job.workTimes.filter((time) => worker.workTimes.includes(time)).length;
  return shared === 0 ? 0 : 0.7 + (0.3 * shared) / job.workTimes.length;
};

/**
 * Returns how well a worker fits a job, 0 to 1 in steps of 0.001, with the value of every factor. A better factor never lowers
 * the score.
 */
export const matchScore = (job: ScoredJob, worker: ScoredWorker): { score: number; reasons: MatchReason[] } => {
  const given: Record<MatchFactor, Value> = {
    position: positionValue(job, worker),
    experience: experienceValue(job, worker),
    distance: distanceValue(worker),
    workTimes: workTimesValue(job, worker),
    education: educationValue(job, worker),
    languages: languagesValue(job, worker),
    age: ageValue(job, worker),
  };
  const factors = Object.keys(given) as MatchFactor[];
  const reasons = factors.map((factor) => ({
    factor,
    weight: MATCH_WEIGHTS[factor],
    value: round(given[factor] ?? UNKNOWN),
    isGiven: given[factor] !== null,
  }));
  const score = factors.reduce((sum, one) => sum + MATCH_WEIGHTS[one] * (given[one] ?? UNKNOWN), 0);
  return { score: round(clamp(score)), reasons };
};

/** Applications per batch. The workers of one batch are in memory. */
const BATCH = 1000;

const workTimesOf = (job: ScoringJob): WorkTime[] => [
  ...(job.isFullTime ? (['full_time'] as const) : []),
  ...(job.isPartTime ? (['part_time'] as const) : []),
  ...(job.isSeasonal ? (['seasonal'] as const) : []),
];

interface About {
  now: Date;
  told: ToldExperience | null;
}

/** What the applicant `told` with the application counts instead of the profile. */
const matchOf = (job: ScoringJob, worker: WorkerProfile, { now, told }: About) => {
  const { latitude, longitude, birthDate } = worker;
  const home = latitude === null || longitude === null ? null : { latitude, longitude };
  const distance = nearestDistanceKm(home, job.places);
  const { experiences } = told ?? worker;
  const answer = told?.experiences[0]?.duration;
  const { score, reasons } = matchScore(
    { ...job, workTimes: workTimesOf(job) },
    {
      experiences: experiences.map(({ duration: { key: months, max }, ...one }) => ({
        ...one,
        months,
        ...(max !== undefined && { max }),
      })),
      experienceMonths: told ? (answer?.key ?? 0) : worker.experienceMonths,
      ...(answer?.max !== undefined && { experienceMax: answer.max }),
      distanceKm: distance,
      education: worker.education,
      english: worker.english,
      age: birthDate === null ? null : ageOn(birthDate, dayAt(now, 'UTC')),
      workTimes: worker.workTimePreferences,
      isFromPage: isOwnWorker(worker),
    },
  );
  return { score, reasons, distance };
};

/** Returns the match score (0 to 1) and the distance (km, null when a side has no position) of a worker and a job. */
export const scoreOf = (job: ScoringJob, worker: WorkerProfile, about: About) => {
  const { score, distance } = matchOf(job, worker, about);
  return { score, distance };
};

export const scoreReasons = (job: ScoringJob, worker: WorkerProfile, about: About): ScoreReason[] =>
  matchOf(job, worker, about).reasons.map(({ factor, weight, value, isGiven }) => ({
    factor,
    weight,
    score: value,
    isGiven,
  }));

/** Scores every application of a changed worker again. The worker's row must be locked. */
export const rescoreApplications = async (trx: Trx, worker: WorkerProfile, now: Date) => {
  const applications = await lockApplicationsOfWorker(trx, worker.id);
  if (applications.length === 0) return;
  const scores = applications.map((job) => ({
    id: job.applicationId,
    ...scoreOf(job, worker, { now, told: job.told }),
  }));
  await updateScores(trx, worker.id, scores);
};

/** Whether a change of a job can change scores or distances. The status and the threshold do not count. */
export const scoresDiffer = (before: ScoringJob, after: ScoringJob): boolean => {
  const scored = ({ status: _status, autoShortlistThreshold: _threshold, ...rest }: ScoringJob) => JSON.stringify(rest);
  return scored(before) !== scored(after);
};

/**
 * Scores every application of a changed job again. The job's row must be locked. The shortlist does not change,
 * because the threshold applies only to arriving applications.
 */
export const rescoreJob = async (trx: Trx, job: ScoringJob, now: Date): Promise<void> => {
  const applications = await lockApplicationsOfJob(trx, job.id);
  for (let at = 0; at < applications.length; at += BATCH) {
    const batch = applications.slice(at, at + BATCH);
    // Workers are read after the locks, so that a concurrent change of a worker is seen.
    const workers = await findProfiles(
      trx,
      batch.map(({ workerId }) => workerId),
    );
    const byId = new Map(workers.map((worker) => [worker.id, worker]));
    const scores = batch.flatMap(({ id, workerId, told }) => {
      const worker = byId.get(workerId);
      return worker ? [{ id, ...scoreOf(job, worker, { now, told }) }] : [];
    });
    await updateScoresOfJob(trx, job.id, scores);
  }
};
