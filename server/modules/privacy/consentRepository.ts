import { sql, type Transaction } from 'kysely';
import type { ConsentPurpose } from '../../../contract/constants/privacy';
import { run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { PersonKey } from './personRepository';

/** Notes what a worker agreed to. The same consent again changes nothing unless the text changed. */
export const insertConsent = async (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { purpose, textVersion, now }: { purpose: ConsentPurpose; textVersion: string; now: Date },
): Promise<void> => {
  await sql`
    update consents set withdrawn_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and purpose = ${purpose}
      and withdrawn_at is null and text_version <> ${textVersion}`.execute(trx);
  await sql`
    insert into consents (organisation_id, worker_id, purpose, text_version, given_at)
    values (${organisationId}, ${workerId}, ${purpose}, ${textVersion}, ${now})
    on conflict (organisation_id, worker_id, purpose) where withdrawn_at is null do nothing`.execute(trx);
};

/** Ends a consent; one that has ended stays as it is. */
export const endConsent = (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { purpose, now }: { purpose: ConsentPurpose; now: Date },
): Promise<void> => run(trx)`
    update consents set withdrawn_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and purpose = ${purpose}
      and withdrawn_at is null`;
