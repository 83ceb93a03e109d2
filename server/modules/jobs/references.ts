import { sql, type Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { JobChangeBody } from '../../../contract/schemas/jobForm';
import type { Database } from '../../platform/database/schema';
import type { FieldErrors } from './rules';

/** Whose job it is. */
interface Whose {
  organisationId: number;
  userId: number;
}

interface Unknown {
  position: boolean;
  category: boolean;
  tags: boolean;
  languages: boolean;
  locations: boolean;
}

/**
 * Wrong fields among those that name something by its id: unknown, of another organisation (tags) or of another owner
 * (places of work).
 */
export const unknownReferences = async (
  trx: Transaction<Database>,
  { organisationId, userId }: Whose,
  body: JobChangeBody,
): Promise<FieldErrors> => {
  const { positionId = null, categoryId = null, tagIds = [], companyLocationIds = [] } = body;
  const languageIds = body.languageLevels?.map(({ languageId }) => languageId) ?? [];
  const { rows } = await sql<Unknown>`
    select
      ${positionId}::bigint is not null and not exists (select 1 from job_positions where id = ${positionId}) as position,
      ${categoryId}::bigint is not null and not exists (select 1 from job_categories where id = ${categoryId}) as category,
      exists (select 1 from unnest(${tagIds}::bigint[]) as named (id) where not exists (
        select 1 from tags t where t.id = named.id and (t.organisation_id = ${organisationId} or t.key is not null))) as tags,
      exists (select 1 from unnest(${languageIds}::bigint[]) as named (id) where not exists (
        select 1 from spoken_languages l where l.id = named.id)) as languages,
      exists (select 1 from unnest(${companyLocationIds}::bigint[]) as named (id) where not exists (
        select 1 from company_locations l
        where l.id = named.id and l.user_id = ${userId} and l.organisation_id = ${organisationId})) as locations`.execute(
    trx,
  );
  const unknown = rows[0]!;
  return {
    ...(unknown.position && { positionId: ERROR_KEYS.fieldInvalid }),
    ...(unknown.category && { categoryId: ERROR_KEYS.fieldInvalid }),
    ...(unknown.tags && { tagIds: ERROR_KEYS.fieldInvalid }),
    ...(unknown.languages && { languageLevels: ERROR_KEYS.fieldInvalid }),
    ...(unknown.locations && { companyLocationIds: ERROR_KEYS.fieldInvalid }),
  };
};
