import type { ScoreReason } from '../../../contract/schemas/applications';
import { ageOn, dayAt } from '../../../contract/zone';
import type { Trx } from '../../platform/database/schema';
import { nearestDistanceKm } from '../../platform/geo';
import { findProfiles, isOwnWorker, type WorkerProfile } from '../workers';
import { matchScore, type WorkTime } from './matchScore';
import {
  lockApplicationsOfJob,
  lockApplicationsOfWorker,
  updateScores,
  updateScoresOfJob,
  type ScoringJob,
  type ToldExperience,
} from './repository';

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
