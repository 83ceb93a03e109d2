import type { Kysely } from 'kysely';
import type { JobChangeBody } from '../../../contract/schemas/jobForm';
import { onlyRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { UnknownReferences } from './rules';

interface Owner {
  organisationId: number;
  userId: number;
}

/** Returns which fields name an unknown id, a tag of another organisation or a place of work of another owner. */
export const findUnknownReferences = async (
  trx: Kysely<Database>,
  { organisationId, userId }: Owner,
  body: JobChangeBody,
): Promise<UnknownReferences> => {
  const { positionId = null, categoryId = null, tagIds = [], companyLocationIds = [] } = body;
  const languageIds = body.languageLevels?.map(({ languageId }) => languageId) ?? [];
  return onlyRow(trx)`
    select
      ${positionId}::bigint is not null and not exists (select 1 from job_positions where id = ${positionId}) as position,
      ${categoryId}::bigint is not null and not exists (select 1 from job_categories where id = ${categoryId}) as category,
      exists (select 1 from unnest(${tagIds}::bigint[]) as named (id) where not exists (
        select 1 from tags t where t.id = named.id and (t.organisation_id = ${organisationId} or t.key is not null))) as tags,
      exists (select 1 from unnest(${languageIds}::bigint[]) as named (id) where not exists (
        select 1 from spoken_languages l where l.id = named.id)) as languages,
      exists (select 1 from unnest(${companyLocationIds}::bigint[]) as named (id) where not exists (
        select 1 from company_locations l
        where l.id = named.id and l.user_id = ${userId} and l.organisation_id = ${organisationId})) as locations`;
};
