import { sql } from 'kysely';
import type { EducationStatus } from '../../../contract/constants/options';
import { firstRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import type { Point } from '../../platform/geo';
import { FULL_NAME, withTold, type WorkerProfile } from '../workers';

export type ToldExperience = Pick<WorkerProfile, 'experiences'>;

/** What a job asks for; null means no requirement. Ages are whole years, experience is in months. */
export interface Requirements {
  /** Null in a draft without a position, whose `positionName` is empty. */
  positionId: number | null;
  positionName: string;
  minExperienceMonths: number | null;
  minEducation: EducationStatus | null;
  minEnglish: number | null;
  ageMin: number | null;
  ageMax: number | null;
}

type JobFields = Row<
  'jobs',
  'id' | 'organisationId' | 'userId' | 'status' | 'autoShortlistThreshold' | 'isFullTime' | 'isPartTime' | 'isSeasonal'
>;

/** The fields of a job that scoring and arriving applications need. */
export interface ScoringJob extends JobFields, Requirements {
  userType: string;
  places: Point[];
}

/** The experience that an applicant stated on a public page; null for others, whose profile counts. */
const TOLD = sql`
  case when told.application_id is not null then json_build_object('experiences', told.experiences) end as told`;

/** Returns the experience that was stated with an application. */
export const findTold = async (db: Db, applicationId: number): Promise<ToldExperience | null> => {
  const row = await firstRow(db)<{ told: ToldExperience | null }>`
    select ${TOLD} from applications a ${withTold()} where a.id = ${applicationId}`;
  return row?.told ?? null;
};

const JOB = sql`
  j.id, j.organisation_id, j.user_id, u.user_type, j.status, j.auto_shortlist_threshold, j.position_id,
  coalesce(p.name, '') as position_name, j.min_experience_duration as min_experience_months,
  j.min_education_status as min_education, j.min_english_level as min_english, j.birth_date_min as age_min,
  j.birth_date_max as age_max, j.is_full_time, j.is_part_time, j.is_seasonal,
  coalesce((
    select json_agg(json_build_object('latitude', l.latitude, 'longitude', l.longitude) order by l.id)
    from job_locations jl join company_locations l on l.id = jl.company_location_id where jl.job_id = j.id
  ), '[]') as places`;

/** Locks the status of a job until the transaction ends. Returns undefined for an absent or deleted job. */
export const lockScoringJob = (trx: Trx, jobId: number) => firstRow(trx)<ScoringJob>`
    select ${JOB} from jobs j left join job_positions p on p.id = j.position_id join users u on u.id = j.user_id
    where j.id = ${jobId} and j.status <> 'deleted' for share of j`;

export const findScoringJob = (db: Db, jobId: number): Promise<ScoringJob | undefined> => firstRow(db)`
    select ${JOB} from jobs j left join job_positions p on p.id = j.position_id join users u on u.id = j.user_id
    where j.id = ${jobId}`;

/** Locks all applications of a job, in the same order as `lockApplicationsOfWorker` to avoid a deadlock. */
export const lockApplicationsOfJob = (trx: Trx, jobId: number) => rowsOf(trx)<{
  id: number;
  workerId: number;
  told: ToldExperience | null;
}>`
    select a.id, a.worker_id, ${TOLD} from applications a ${withTold()}
    where a.job_id = ${jobId} order by a.id for no key update of a`;

/** Updates the scores of a job's applications. It skips unchanged scores. */
export const updateScoresOfJob = (
  trx: Trx,
  jobId: number,
  scores: readonly { id: number; score: number; distance: number | null }[],
): Promise<void> => run(trx)`
    update applications a set match_score = s.score, distance_km = s.distance
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as s (id bigint, score real, distance real)
    where a.id = s.id and a.job_id = ${jobId} and (a.match_score, a.distance_km) is distinct from (s.score, s.distance)`;

/**
 * Locks the applications of a worker and returns them with their jobs. It reads the jobs after taking the locks, to see
 * a concurrent change of a job.
 */
export const lockApplicationsOfWorker = async (
  trx: Trx,
  workerId: number,
): Promise<(ScoringJob & { applicationId: number; told: ToldExperience | null })[]> => {
  await run(trx)`select 1 from applications where worker_id = ${workerId} order by id for no key update`;
  return rowsOf(trx)`
    select a.id as application_id, ${TOLD}, ${JOB}
    from applications a join jobs j on j.id = a.job_id
      left join job_positions p on p.id = j.position_id join users u on u.id = j.user_id ${withTold()}
    where a.worker_id = ${workerId} order by a.id`;
};

/** Updates the given scores and the columns that copy the worker's profile. */
export const updateScores = (
  trx: Trx,
  workerId: number,
  scores: readonly { id: number; score: number; distance: number | null }[],
): Promise<void> => run(trx)`
    update applications a set match_score = s.score, distance_km = s.distance,
      worker_name_folded = fold_text(${FULL_NAME}), worker_gender = w.gender,
      worker_birth_date = w.birth_date, worker_military = w.military, worker_education = w.education,
      worker_english = w.english,
      worker_experience_months = case when told.application_id is null then w.experience_months
        else coalesce(told.experience_months, 0) end
    from workers w, jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as s (id bigint, score real, distance real)
      ${withTold(sql.ref('s.id'))}
    where w.id = ${workerId} and a.id = s.id and a.worker_id = w.id`;

/** Starts or continues the run of a rule and deletes the runs of other rules. Returns how far the run has come. */
export const beginRun = async (
  db: Db,
  rule: string,
): Promise<{ afterJob: number; rounds: number; finishedAt: Date | null }> => {
  await run(db)`delete from score_runs where rule <> ${rule}`;
  await run(db)`insert into score_runs (rule) values (${rule}) on conflict do nothing`;
  return (await firstRow(db)<{ afterJob: number; rounds: number; finishedAt: Date | null }>`
    select after_job, rounds, finished_at from score_runs where rule = ${rule}`)!;
};

export const listJobsAfter = async (db: Db, after: number, limit: number): Promise<number[]> => {
  const rows = await rowsOf(db)<{ id: number }>`select id from jobs where id > ${after} order by id limit ${limit}`;
  return rows.map(({ id }) => id);
};

export const saveProgress = (db: Db, rule: string, afterJob: number): Promise<void> => run(db)`
    update score_runs set after_job = ${afterJob} where rule = ${rule}`;

export const finishRound = (db: Db, rule: string, now: Date): Promise<void> => run(db)`
    update score_runs set after_job = 0, rounds = rounds + 1, finished_at = ${now} where rule = ${rule}`;
