import type { Transaction } from 'kysely';
import type { ScoreReason } from '../../../contract/schemas/applications';
import type { Database } from '../../platform/database/schema';
import { findProfiles, type WorkerProfile } from '../workers/repository';
import { nearestDistanceKm } from './distance';
import { ageAt, matchScore, type WorkTime } from './matchScore';
import {
  lockApplicationsOfJob,
  lockApplicationsOfWorker,
  updateScores,
  updateScoresOfJob,
  type ScoringJob,
} from './scoringRepository';

/** Applications whose workers are in memory at a time. */
const BATCH = 1000;

const workTimesOf = (job: ScoringJob): WorkTime[] => [
  ...(job.isFullTime ? (['full_time'] as const) : []),
  ...(job.isPartTime ? (['part_time'] as const) : []),
  ...(job.isSeasonal ? (['seasonal'] as const) : []),
];

const matchOf = (job: ScoringJob, worker: WorkerProfile, now: Date) => {
  const { latitude, longitude, birthDate } = worker;
  const home = latitude === null || longitude === null ? null : { latitude, longitude };
  const distance = nearestDistanceKm(home, job.places);
  const { score, reasons } = matchScore(
    { ...job, workTimes: workTimesOf(job) },
    {
      experiences: worker.experiences.map((one) => ({ ...one, months: one.duration.key })),
      experienceMonths: worker.experienceMonths,
      distanceKm: distance,
      education: worker.education,
      english: worker.english,
      age: birthDate === null ? null : ageAt(birthDate, now),
      workTimes: worker.workTimePreferences,
    },
  );
  return { score, reasons, distance };
};

/** Match score (0 to 1) and distance (km, null when a side has no position) of a worker and a job. */
export const scoreOf = (job: ScoringJob, worker: WorkerProfile, now: Date) => {
  const { score, distance } = matchOf(job, worker, now);
  return { score, distance };
};

/** What each factor adds to the score. */
export const scoreReasons = (job: ScoringJob, worker: WorkerProfile, now: Date): ScoreReason[] =>
  matchOf(job, worker, now).reasons.map(({ factor, weight, value }) => ({ factor, weight, score: value }));

/** Reckons every application of a worker anew, after the worker changed; the worker's row must be locked. */
export const rescoreApplications = async (trx: Transaction<Database>, worker: WorkerProfile, now: Date) => {
  const applications = await lockApplicationsOfWorker(trx, worker.id);
  if (applications.length === 0) return;
  const scores = applications.map((job) => ({ id: job.applicationId, ...scoreOf(job, worker, now) }));
  await updateScores(trx, worker.id, scores);
};

/** Whether a change of a job may change scores or distances: neither its status nor its threshold does. */
export const scoresDiffer = (before: ScoringJob, after: ScoringJob): boolean => {
  const scored = ({ status: _status, autoShortlistThreshold: _threshold, ...rest }: ScoringJob) => JSON.stringify(rest);
  return scored(before) !== scored(after);
};

/**
 * Reckons every application of a job anew, after the job changed; the job's row must be locked. Who is on the shortlist
 * stays there: the threshold is for those who arrive.
 */
export const rescoreJob = async (trx: Transaction<Database>, job: ScoringJob, now: Date): Promise<void> => {
  const applications = await lockApplicationsOfJob(trx, job.id);
  for (let at = 0; at < applications.length; at += BATCH) {
    const batch = applications.slice(at, at + BATCH);
    // Read after the locks: a worker who changed meanwhile is seen as he is now.
    const workers = await findProfiles(
      trx,
      batch.map(({ workerId }) => workerId),
    );
    const byId = new Map(workers.map((worker) => [worker.id, worker]));
    const scores = batch.flatMap(({ id, workerId }) => {
      const worker = byId.get(workerId);
      return worker ? [{ id, ...scoreOf(job, worker, now) }] : [];
    });
    await updateScoresOfJob(trx, job.id, scores);
  }
};
