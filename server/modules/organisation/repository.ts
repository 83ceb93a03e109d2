import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { BranchJobCount } from '../../../contract/schemas/organisation';
import type { Database } from '../../platform/database/schema';

/** The branches of an organisation with their numbers of active jobs, by name in Turkish order. */
export const listBranchJobCounts = async (db: Kysely<Database>, organisationId: number): Promise<BranchJobCount[]> => {
  const { rows } = await sql<BranchJobCount>`
    select u.id as "userId", coalesce(u.company_name, '') as "companyName", coalesce(j.active, 0)::int as "activeJobCount"
    from users u
    left join (
      select user_id, count(*) as active from jobs
      where organisation_id = ${organisationId} and status = 'active' group by user_id
    ) j on j.user_id = u.id
    where u.organisation_id = ${organisationId} and u.user_type = 'branch' and u.deleted_at is null
    order by u.company_name collate "tr-TR-x-icu", u.id`.execute(db);
  return rows;
};
