import { sql } from 'kysely';
import { firstRow, onlyRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { LinkKey } from './rules';

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
  id, nonce, application_id, worker_id, organisation_id,
  revoked_at is not null as is_revoked`;

/** Returns the application's link and creates a missing one with the given nonce. */
export const findOrInsert = async (
  trx: Trx,
  { applicationId, workerId, organisationId }: LinkOwner,
  nonce: string,
  now: Date,
): Promise<StoredLink> => {
  await run(trx)`
    insert into worker_links (application_id, worker_id, organisation_id, nonce, created_at)
    values (${applicationId}, ${workerId}, ${organisationId}, ${nonce}, ${now})
    on conflict (application_id) do nothing`;
  return onlyRow(trx)`
    select ${LINK} from worker_links where application_id = ${applicationId}`;
};

export const findLink = (db: Db, id: number): Promise<StoredLink | undefined> =>
  firstRow(db)`select ${LINK} from worker_links where id = ${id}`;

export const findLinks = (db: Db, applicationIds: readonly number[]): Promise<StoredLink[]> => rowsOf(db)`
    select ${LINK} from worker_links where application_id = any(${[...applicationIds]}::bigint[])`;

/** Records when the link was first sent. */
export const markSent = (trx: Trx, applicationId: number, at: Date): Promise<void> => run(trx)`
    update worker_links set sent_at = ${at} where application_id = ${applicationId} and sent_at is null`;

export interface Reader {
  phone: string | null;
  countryCode: string;
  externalId: string;
  companyName: string;
}

/** Returns how to reach a worker, and the name of the employer's account that writes. */
export const findReader = (
  db: Db,
  { workerId, userId }: { workerId: number; userId: number },
): Promise<Reader | undefined> => firstRow(db)`
    select w.phone, w.country_code, w.external_id, coalesce(u.company_name, '') as company_name
    from workers w join users u on u.id = ${userId} where w.id = ${workerId}`;

/** Records when the worker first answered on the page. */
export const noteUse = (db: Db, id: number, now: Date): Promise<void> =>
  run(db)`update worker_links set used_at = ${now} where id = ${id} and used_at is null`;

/** Gives a link another nonce, as if it had never been sent. Returns undefined for a revoked link. */
export const renewNonce = (trx: Trx, id: number, nonce: string): Promise<StoredLink | undefined> => firstRow(trx)`
    update worker_links set nonce = ${nonce}, sent_at = null, used_at = null
    where id = ${id} and revoked_at is null returning ${LINK}`;

export const moveLinks = (trx: Trx, applicationIds: readonly number[], workerId: number): Promise<void> => run(trx)`
    update worker_links set worker_id = ${workerId} where application_id = any(${[...applicationIds]}::bigint[])`;
