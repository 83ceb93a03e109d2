import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';
import type { LinkKey } from './tokens';

/** Whom a link belongs to. */
export interface LinkOwner {
  applicationId: number;
  workerId: number;
  organisationId: number;
}

export interface StoredLink extends LinkKey, LinkOwner {
  isRevoked: boolean;
}

const LINK = sql`
  id, nonce, application_id as "applicationId", worker_id as "workerId", organisation_id as "organisationId",
  revoked_at is not null as "isRevoked"`;

/** Returns the application's link and creates a missing one with the given nonce. */
export const findOrInsert = async (
  trx: Transaction<Database>,
  { applicationId, workerId, organisationId }: LinkOwner,
  nonce: string,
  now: Date,
): Promise<StoredLink> => {
  await sql`
    insert into worker_links (application_id, worker_id, organisation_id, nonce, created_at)
    values (${applicationId}, ${workerId}, ${organisationId}, ${nonce}, ${now})
    on conflict (application_id) do nothing`.execute(trx);
  const { rows } = await sql<StoredLink>`
    select ${LINK} from worker_links where application_id = ${applicationId}`.execute(trx);
  return rows[0]!;
};

export const findLink = async (db: Kysely<Database>, id: number): Promise<StoredLink | undefined> => {
  const { rows } = await sql<StoredLink>`select ${LINK} from worker_links where id = ${id}`.execute(db);
  return rows[0];
};

export const findLinks = async (db: Kysely<Database>, applicationIds: readonly number[]): Promise<StoredLink[]> => {
  const { rows } = await sql<StoredLink>`
    select ${LINK} from worker_links where application_id = any(${[...applicationIds]}::bigint[])`.execute(db);
  return rows;
};

/** Records when the link first left. */
export const markSent = async (trx: Transaction<Database>, applicationId: number, at: Date): Promise<void> => {
  await sql`
    update worker_links set sent_at = ${at} where application_id = ${applicationId} and sent_at is null`.execute(trx);
};

export interface Reader {
  phone: string | null;
  countryCode: string;
  externalId: string;
  companyName: string;
}

/** Returns where a worker is reached, and the name of the employer's account that writes. */
export const findReader = async (
  db: Kysely<Database>,
  { workerId, userId }: { workerId: number; userId: number },
): Promise<Reader | undefined> => {
  const { rows } = await sql<Reader>`
    select w.phone, w.country_code as "countryCode", w.external_id as "externalId",
      coalesce(u.company_name, '') as "companyName"
    from workers w join users u on u.id = ${userId} where w.id = ${workerId}`.execute(db);
  return rows[0];
};

/** Notes when the worker first answered on the page. */
export const noteUse = async (db: Kysely<Database>, id: number, now: Date): Promise<void> => {
  await sql`update worker_links set used_at = ${now} where id = ${id} and used_at is null`.execute(db);
};

export const deleteLinks = async (trx: Transaction<Database>, applicationIds: readonly number[]): Promise<void> => {
  await sql`delete from worker_links where application_id = any(${[...applicationIds]}::bigint[])`.execute(trx);
};
