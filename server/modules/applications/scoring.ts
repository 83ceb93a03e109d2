import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';
import type { WorkerProfile } from '../workers/repository';
import { nearestDistanceKm } from './distance';
import { ageAt, matchScore, type WorkTime } from './matchScore';
import { lockApplicationsOfWorker, updateScores, type ScoringJob } from './scoringRepository';

const workTimesOf = (job: ScoringJob): WorkTime[] => [
  ...(job.isFullTime ? (['full_time'] as const) : []),
  ...(job.isPartTime ? (['part_time'] as const) : []),
  ...(job.isSeasonal ? (['seasonal'] as const) : []),
];

/** Match score (0 to 1) and distance (km, null when a side has no position) of a worker and a job. */
export const scoreOf = (job: ScoringJob, worker: WorkerProfile, now: Date) => {
  const { latitude, longitude, birthDate } = worker;
  const home = latitude === null || longitude === null ? null : { latitude, longitude };
  const distance = nearestDistanceKm(home, job.places);
  const { score } = matchScore(
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
  return { score, distance };
};

/** Reckons every application of a worker anew, after the worker changed; the worker's row must be locked. */
export const rescoreApplications = async (trx: Transaction<Database>, worker: WorkerProfile, now: Date) => {
  const applications = await lockApplicationsOfWorker(trx, worker.id);
  if (applications.length === 0) return;
  const scores = applications.map((job) => ({ id: job.applicationId, ...scoreOf(job, worker, now) }));
  await updateScores(trx, worker.id, scores);
};
