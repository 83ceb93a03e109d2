import { DAY } from '../../../contract/constants/time';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/schema';
import { findProfiles, type WorkerProfile } from '../workers';
import { scoreOf, type ScoreSettings } from './score';
import {
  beginRun,
  finishRound,
  listJobsAfter,
  lockApplicationsOfJob,
  lockApplicationsOfWorker,
  lockScoringJob,
  saveProgress,
  updateScores,
  updateScoresOfJob,
  type ScoringJob,
} from './repository';

interface Context {
  now: Date;
  settings: ScoreSettings;
}

/** Applications per batch. The workers of one batch are in memory. */
const BATCH = 1000;

/** Scores every application of a changed worker again. The worker's row must be locked. */
export const rescoreApplications = async (trx: Trx, worker: WorkerProfile, context: Context) => {
  const applications = await lockApplicationsOfWorker(trx, worker.id);
  if (applications.length === 0) return;
  const scores = applications.map((job) => ({
    id: job.applicationId,
    ...scoreOf(job, worker, { ...context, told: job.told }),
  }));
  await updateScores(trx, worker.id, scores);
};

/** Returns whether a change of a job can change scores or distances. Status and threshold do not. */
export const scoresDiffer = (before: ScoringJob, after: ScoringJob): boolean => {
  const scored = ({ status: _status, autoShortlistThreshold: _threshold, ...rest }: ScoringJob) => JSON.stringify(rest);
  return scored(before) !== scored(after);
};

/**
 * Scores every application of a changed job again. The job's row must be locked. The shortlist does not change,
 * because the threshold applies only to arriving applications.
 */
export const rescoreJob = async (trx: Trx, job: ScoringJob, context: Context): Promise<void> => {
  const applications = await lockApplicationsOfJob(trx, job.id);
  for (let at = 0; at < applications.length; at += BATCH) {
    const batch = applications.slice(at, at + BATCH);
    // Reads the workers after taking the locks, to see a concurrent change of a worker.
    const workers = await findProfiles(
      trx,
      batch.map(({ workerId }) => workerId),
    );
    const byId = new Map(workers.map((worker) => [worker.id, worker]));
    const scores = batch.flatMap(({ id, workerId, told }) => {
      const worker = byId.get(workerId);
      return worker ? [{ id, ...scoreOf(job, worker, { ...context, told }) }] : [];
    });
    await updateScoresOfJob(trx, job.id, scores);
  }
};

/**
 * A second round follows after a day, because servers of the previous release may have scored applications until then.
 */
const ROUNDS = 2;
const PAUSE_MS = DAY;
/** Jobs per batch, after which the progress is stored. */
const JOBS = 100;

interface TaskDeps {
  db: Db;
  clock: Clock;
  settings: ScoreSettings;
}

/**
 * Scores the stored applications again, job by job, after a release or a setting changed the weights. An interrupted
 * run continues where it stopped. Returns how many jobs it scored.
 */
export const followScoreRule = async (
  { db, clock, settings }: TaskDeps,
  { stopping }: { stopping?: AbortSignal } = {},
): Promise<number> => {
  const rule = settings.scoreAge ? 'age' : 'standard';
  const run = await beginRun(db, rule);
  const now = clock.now();
  const isDone =
    run.rounds >= ROUNDS || (run.finishedAt !== null && run.finishedAt.getTime() > now.getTime() - PAUSE_MS);
  if (isDone) return 0;
  let after = run.afterJob;
  let count = 0;
  while (!stopping?.aborted) {
    const ids = await listJobsAfter(db, after, JOBS);
    for (const id of ids) {
      await db.transaction().execute(async (trx) => {
        const job = await lockScoringJob(trx, id);
        if (job) await rescoreJob(trx, job, { now, settings });
      });
    }
    after = ids.at(-1) ?? after;
    count += ids.length;
    if (ids.length < JOBS) {
      await finishRound(db, rule, now);
      return count;
    }
    await saveProgress(db, rule, after);
  }
  return count;
};
