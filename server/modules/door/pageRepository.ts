import { sql, type Kysely, type Transaction } from 'kysely';
import { RETENTION_MONTHS_DEFAULT } from '../../../contract/constants/privacy';
import { firstRow, rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { Scope } from '../../platform/auth/scope';

/** The page of a branch or company, whether it is on or off. */
export interface StoredPage {
  userId: number;
  organisationId: number;
  companyName: string;
  address: string | null;
  code: string;
  isOn: boolean;
  intro: string | null;
  /** For how long the organisation keeps data of applicants. */
  retentionMonths: number;
}

const PAGE = sql`
  u.id as "userId", u.organisation_id as "organisationId", coalesce(u.company_name, '') as "companyName",
  coalesce(u.company_address, u.location_name) as address, p.code, p.is_on as "isOn", p.intro,
  coalesce((
    select s.retention_months from organisation_settings s where s.organisation_id = u.organisation_id
  ), ${RETENTION_MONTHS_DEFAULT}::int) as "retentionMonths"
  from branch_pages p join users u on u.id = p.user_id and u.deleted_at is null and u.user_type in ('branch', 'company')`;

export const findPageByCode = (db: Kysely<Database>, code: string): Promise<StoredPage | undefined> =>
  firstRow(db)`select ${PAGE} where p.code = ${code}`;

/** Returns the page of an account in the scope. */
export const findPage = (
  db: Kysely<Database>,
  { organisationId, userId }: Scope,
): Promise<StoredPage | undefined> => firstRow(db)`
    select ${PAGE} where p.user_id = ${userId} and u.organisation_id = ${organisationId}`;

/** Creates a missing page, switched off. Does nothing for an account that is not in the scope or has no jobs of its own. */
export const insertPage = (
  trx: Transaction<Database>,
  { organisationId, userId }: Scope,
  { code, now }: { code: string; now: Date },
): Promise<void> => run(trx)`
    insert into branch_pages (user_id, organisation_id, code, is_on, created_at)
    select u.id, u.organisation_id, ${code}, false, ${now}::timestamptz from users u
    where u.id = ${userId} and u.organisation_id = ${organisationId} and u.deleted_at is null
      and u.user_type in ('branch', 'company')
    on conflict do nothing`;

/** Changes the given fields of a page. */
export const updatePage = async (
  trx: Transaction<Database>,
  userId: number,
  { isOn, intro }: { isOn?: boolean; intro?: string | null },
): Promise<void> => {
  await trx
    .updateTable('branch_pages')
    .set({ ...(isOn !== undefined && { is_on: isOn }), ...(intro !== undefined && { intro }) })
    .where('user_id', '=', userId)
    .execute();
};

/** Returns the code of the oldest page that is on, which the demo shows at its start. */
export const findFirstCode = async (db: Kysely<Database>): Promise<string | null> => {
  const row = await firstRow(db)<{ code: string }>`
    select code from branch_pages where is_on order by user_id limit 1`;
  return row?.code ?? null;
};

/** A page with open jobs, for search engines. */
export interface SitemapPage {
  code: string;
  jobId: number | null;
  /** When the job opened; for the page of a branch, when one of its jobs last opened or closed. */
  changedAt: Date;
}

/** Returns the addresses of all public pages: at most 50,000, the limit of one sitemap. */
export const listSitemap = (db: Kysely<Database>): Promise<SitemapPage[]> => rowsOf(db)`
    with shown as not materialized (
      select id, user_id, status, greatest(opened_at, closed_at) as at from jobs
      where is_public and status in ('active', 'closed')
    )
    select p.code, j.id as "jobId", coalesce(j.at, p.created_at) as "changedAt"
    from branch_pages p
    join users u on u.id = p.user_id and u.deleted_at is null
    left join lateral (
      select null::bigint as id, (select max(s.at) from shown s where s.user_id = p.user_id) as at
      union all select s.id, s.at from shown s where s.user_id = p.user_id and s.status = 'active'
    ) j on true
    where p.is_on order by p.code, j.id nulls first limit 50000`;
