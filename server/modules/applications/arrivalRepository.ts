import { sql } from 'kysely';
import type { OfferedDay, OfferedPart, OfferedStart, PageRef } from '../../../contract/constants/publicPage';
import type { ApplicationStatus } from '../../../contract/constants/statuses';
import { fullName } from '../../../contract/constants/text';
import { firstRow, run } from '../../platform/database/query';
import type { Trx } from '../../platform/database/schema';
import type { ScoringJob, ToldExperience } from '../matching';

/** What the applicant stated in an application on a public page. It counts instead of the worker's profile. */
export interface Told extends ToldExperience {
  firstName: string;
  lastName: string;
  /** The lower end of a range; null without an answer. */
  experienceMonths: number | null;
  ref: PageRef;
  days: readonly OfferedDay[];
  parts: readonly OfferedPart[];
  start: OfferedStart | null;
}

interface NewApplication {
  job: ScoringJob;
  workerId: number;
  score: number;
  distance: number | null;
  isShortlisted: boolean;
  told: Told | null;
}

export const findApplicationFor = (trx: Trx, jobId: number, workerId: number): Promise<{ id: number } | undefined> =>
  firstRow(trx)`select id from applications where job_id = ${jobId} and worker_id = ${workerId}`;

/** Stores a new application. Returns undefined when another request of the same worker stored one first. */
export const insertApplication = (
  trx: Trx,
  { job, workerId, score, distance, isShortlisted, told }: NewApplication,
  now: Date,
): Promise<{ id: number; status: ApplicationStatus } | undefined> => firstRow(trx)`
    insert into applications (organisation_id, user_id, job_id, worker_id, is_shortlisted, shortlisted_at,
      match_score, distance_km, worker_name_folded, worker_gender, worker_birth_date, worker_military,
      worker_education, worker_english, worker_experience_months, created_at)
    select ${job.organisationId}::bigint, ${job.userId}::bigint, ${job.id}::bigint, w.id, ${isShortlisted}::boolean,
      ${isShortlisted ? now : null}::timestamptz, ${score}::real, ${distance}::real,
      fold_text(${told ? sql`${fullName(told)}::text` : sql`w.first_name || ' ' || w.last_name`}), w.gender, w.birth_date, w.military,
      w.education, w.english, ${told ? sql`${told.experienceMonths ?? 0}::int` : sql`w.experience_months`}, ${now}::timestamptz
    from workers w where w.id = ${workerId}
    on conflict (job_id, worker_id) do nothing
    returning id, status`;

/** Stores where an application from a public page came from, and its answers. */
export const insertSource = (
  trx: Trx,
  { applicationId, userId, told, now }: { applicationId: number; userId: number; told: Told; now: Date },
): Promise<void> => {
  const { firstName, lastName, experiences, experienceMonths, ref, days, parts, start } = told;
  const source = ref === 'poster' || ref === 'roster' ? ref : 'web';
  return run(trx)`
    insert into application_sources (application_id, user_id, source, ref, days, parts, start, first_name,
      last_name, experiences, experience_months, created_at)
    values (${applicationId}, ${userId}, ${source}, ${ref}, ${[...days]}, ${[...parts]}, ${start}, ${firstName}, ${lastName},
      ${JSON.stringify(experiences)}, ${experienceMonths}, ${now})`;
};
