import {
  EDUCATION_STATUSES,
  MATCH_WEIGHTS,
  MATCH_WEIGHTS_WITH_AGE,
  SCORE_FACTORS,
  type EducationStatus,
  type ScoreFactor,
  type WORK_TIMES,
} from '../../../contract/constants/options';
import { fold } from '../../../contract/constants/text';
import type { ScoreReason } from '../../../contract/schemas/applications';
import { ageOn, dayAt } from '../../../contract/zone';
import { nearestDistanceKm } from '../../platform/geo';
import { isOwnWorker, type WorkerProfile } from '../workers';
import type { Requirements, ScoringJob, ToldExperience } from './repository';

export type WorkTime = (typeof WORK_TIMES)[number];

/** The fields of a job that the score reads. */
export interface ScoredJob extends Requirements {
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
  /** True for applicants from the public page, which asks about experience in one position and not about languages. */
  isFromPage?: boolean;
}

interface MatchReason {
  factor: ScoreFactor;
  weight: number;
  /** How well this factor fits, 0 to 1; the factor adds `weight * value` to the score. */
  value: number;
  /** False for a factor about which the worker said nothing. */
  isGiven: boolean;
  /** What the job asks for, in the worker's unit (months, km, a level); null for nothing or for several values. */
  wants: number | EducationStatus | null;
}

/** An unknown value neither helps nor harms. */
const UNKNOWN = 0.5;
/** Two years in the same position give the full value, or three years of any work when the job has no minimum. */
const FULL_POSITION_MONTHS = 24;
const FULL_EXPERIENCE_MONTHS = 36;
/** Distances in km: up to the first the value is full, from the second it is zero. */
const NEAR_KM = 2;
const FAR_KM = 25;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const round = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * Returns the value of a duration. A range has the mean of its ends, or the value of its lower end if it has no upper.
 */
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

/** Returns the value of the age: each year outside the range costs a fifth. */
const ageValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (job.ageMin === null && job.ageMax === null) return 1;
  if (worker.age === null) return null;
  return 1 - clamp(Math.max((job.ageMin ?? 0) - worker.age, worker.age - (job.ageMax ?? Infinity), 0) / 5);
};

/** Returns the value of the shared work times: the first gives most of it, and each further one adds to it. */
const workTimesValue = (job: ScoredJob, worker: ScoredWorker): Value => {
  if (job.workTimes.length === 0) return 1;
  if (worker.workTimes.length === 0) return null;
  const shared = job.workTimes.filter((time) => worker.workTimes.includes(time)).length;
  return shared === 0 ? 0 : 0.7 + (0.3 * shared) / job.workTimes.length;
};

/**
 * Returns how well a worker fits a job, 0 to 1 in steps of 0.001, with the value of every factor that counts. A better
 * factor never lowers the score.
 */
export const matchScore = (
  job: ScoredJob,
  worker: ScoredWorker,
  weights = MATCH_WEIGHTS,
): { score: number; reasons: MatchReason[] } => {
  const given: Record<ScoreFactor, Value> = {
    position: positionValue(job, worker),
    experience: experienceValue(job, worker),
    distance: distanceValue(worker),
    workTimes: workTimesValue(job, worker),
    education: educationValue(job, worker),
    languages: languagesValue(job, worker),
    age: ageValue(job, worker),
  };
  const wants: Partial<Record<ScoreFactor, MatchReason['wants']>> = {
    experience: job.minExperienceMonths,
    distance: FAR_KM,
    education: job.minEducation,
    languages: job.minEnglish,
  };
  const factors = SCORE_FACTORS.filter((factor) => weights[factor] > 0);
  const reasons = factors.map((factor) => ({
    factor,
    weight: weights[factor],
    value: round(given[factor] ?? UNKNOWN),
    isGiven: given[factor] !== null,
    wants: wants[factor] ?? null,
  }));
  const score = factors.reduce((sum, one) => sum + weights[one] * (given[one] ?? UNKNOWN), 0);
  return { score: round(clamp(score)), reasons };
};

const workTimesOf = (job: ScoringJob): WorkTime[] => [
  ...(job.isFullTime ? (['full_time'] as const) : []),
  ...(job.isPartTime ? (['part_time'] as const) : []),
  ...(job.isSeasonal ? (['seasonal'] as const) : []),
];

/** What scoring needs of the settings. */
export interface ScoreSettings {
  scoreAge: boolean;
}

interface About {
  now: Date;
  told: ToldExperience | null;
  settings: ScoreSettings;
}

/** Scores a worker for a job. What the applicant stated with the application (`told`) replaces the profile. */
const matchOf = (job: ScoringJob, worker: WorkerProfile, { now, told, settings }: About) => {
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
    settings.scoreAge ? MATCH_WEIGHTS_WITH_AGE : MATCH_WEIGHTS,
  );
  return { score, reasons, distance };
};

/** Returns the match score (0 to 1) and the distance (km, null when a side has no position) of a worker and a job. */
export const scoreOf = (job: ScoringJob, worker: WorkerProfile, about: About) => {
  const { score, distance } = matchOf(job, worker, about);
  return { score, distance };
};

export const scoreReasons = (job: ScoringJob, worker: WorkerProfile, about: About): ScoreReason[] =>
  matchOf(job, worker, about).reasons.map(({ factor, weight, value, isGiven, wants }) => ({
    factor,
    weight,
    score: value,
    isGiven,
    wants,
  }));
