import { sql, type Kysely } from 'kysely';
import { FILLED_JOBS_MAX } from '../../../contract/constants/limits';
import type { FeedbackRecord } from '../../../contract/constants/feedback';
import type { FilledJob } from '../../../contract/schemas/today';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';

/** A filled job with all of its applications that are in progress. */
export type FilledRecord = Omit<FilledJob, 'waiting'> & { inProgress: number };

/** Returns the active jobs of a scope that have as many hires as wanted, oldest first, at most `FILLED_JOBS_MAX`. */
export const listFilled = async (
  db: Kysely<Database>,
  scope: Scope,
  jobId: number | undefined,
): Promise<FilledRecord[]> => {
  const ofJob = jobId === undefined ? sql`` : sql`and j.id = ${jobId}`;
  const { rows } = await sql<FilledRecord>`
    select j.id, j.title, coalesce(u.company_name, '') as "companyName", c.hired, j.hires_wanted as "hiresWanted",
      c.in_progress as "inProgress"
    from jobs j
    join users u on u.id = j.user_id
    cross join lateral (
      select coalesce(sum(x.total) filter (where x.status = 'accepted'), 0)::int as hired,
        coalesce(sum(x.total) filter (where x.status = 'in_progress'), 0)::int as in_progress
      from application_counts x where x.job_id = j.id
    ) c
    where ${inScope(scope, 'j')} ${ofJob} and j.status = 'active' and j.hires_wanted is not null
      and c.hired >= j.hires_wanted
    order by j.id limit ${FILLED_JOBS_MAX}`.execute(db);
  return rows;
};

/** Applications of a job with the same answers about an appointment of the same status. */
export type MetGroup = FeedbackRecord & { jobId: number; count: number };

/** Counts the applications in progress of jobs that have an appointment, by what is recorded about it. */
export const countMet = async (db: Kysely<Database>, scope: Scope, jobIds: readonly number[]): Promise<MetGroup[]> => {
  const { rows } = await sql<MetGroup>`
    select g.job_id as "jobId", g.status, g.count, json_build_object('isApplicantCameToAppointment', g.came,
      'isAppointmentPositive', g.positive, 'isOfferSentToApplicant', g.offer_sent,
      'isApplicantAcceptTheOffer', g.offer_accepted) as answers
    from (
      select a.job_id, p.status, a.came, a.positive, a.offer_sent, a.offer_accepted, count(*)::int as count
      from appointments p join applications a on a.id = p.application_id and a.appointment_id = p.id
      where p.job_id = any(${[...jobIds]}::bigint[]) and a.status = 'in_progress' and ${inScope(scope)}
      group by 1, 2, 3, 4, 5, 6
    ) g`.execute(db);
  return rows;
};
