import { sql, type RawBuilder } from 'kysely';
import { VIEWS_LISTED_MAX } from '../../../contract/constants/views';
import type { SavedView, ViewBody, ViewChangeBody } from '../../../contract/schemas/views';
import type { AuthUser } from '../../platform/auth/tokens';
import { ownerScope } from '../../platform/auth/guard';
import { firstRow, onlyRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';

type Sql = RawBuilder<unknown>;

const JOB = sql`(v.query ->> 'jobId')::bigint`;
const BRANCH = sql`(v.query ->> 'branchId')::bigint`;

const jobOf = (user: AuthUser, more: Sql): Sql => {
  const { organisationId, userId } = ownerScope(user);
  const owner = userId === null ? sql`` : sql`and j.user_id = ${userId}`;
  return sql`exists (
    select 1 from jobs j where j.id = ${JOB} and j.organisation_id = ${organisationId} ${owner} ${more})`;
};

/**
 * The condition that the list of a shared view can have rows for the caller: it names no other branch or job of one.
 */
const isReachable = (user: AuthUser): Sql => {
  const { userId } = ownerScope(user);
  if (userId === null) return sql`true`;
  return sql`coalesce(${BRANCH} = ${userId}, true) and (${JOB} is null or ${jobOf(user, sql``)})`;
};

const isOwn = (user: AuthUser): Sql => sql`v.owner_user_id = ${user.id}`;

/** The condition of the caller's own views and of those that HR and root share with the organisation. */
const isVisible = (user: AuthUser): Sql =>
  sql`v.organisation_id = ${user.organisationId} and (${isOwn(user)} or v.is_shared and ${isReachable(user)})`;

/** The condition of the views that the caller may change: their own, and for HR and root also the shared ones. */
const isChangeable = (user: AuthUser): Sql => {
  const shared = ownerScope(user).userId === null ? sql`or v.is_shared` : sql``;
  return sql`(${isOwn(user)} ${shared})`;
};

const viewOf = (user: AuthUser): Sql => sql`
  v.id, v.name, v.is_shared, ${isOwn(user)} as is_own, ${isChangeable(user)} as can_change, v.query,
  ${JOB} is not null and not ${jobOf(user, sql`and j.status <> 'deleted'`)} as is_job_gone, v.version`;

/** Returns the views that the caller sees, the own ones first. */
export const listViews = (db: Db, user: AuthUser): Promise<SavedView[]> => rowsOf(db)`
    select ${viewOf(user)} from saved_views v where ${isVisible(user)}
    order by ${isOwn(user)} desc, v.position, v.id limit ${VIEWS_LISTED_MAX}`;

/** Locks and returns a view that the caller may change. */
export const lockView = (trx: Trx, user: AuthUser, id: number): Promise<SavedView | undefined> => firstRow(trx)`
    select ${viewOf(user)} from saved_views v
    where v.id = ${id} and v.organisation_id = ${user.organisationId} and ${isChangeable(user)} for update`;

/**
 * Counts the caller's views. It locks the account, so that of two simultaneous requests the second counts the first.
 */
export const countOwn = async (trx: Trx, user: AuthUser): Promise<number> => {
  await run(trx)`select 1 from users where id = ${user.id} for no key update`;
  return (
    (
      await firstRow(trx)<{ count: number }>`
    select count(*)::int as count from saved_views v
    where v.organisation_id = ${user.organisationId} and ${isOwn(user)}`
    )?.count ?? 0
  );
};

/** Adds a view after the caller's others and returns it. */
export const insertView = (
  trx: Trx,
  user: AuthUser,
  { name, isShared = false, query }: ViewBody,
  now: Date,
): Promise<SavedView> => onlyRow(trx)`
    with v as (
      insert into saved_views (organisation_id, owner_user_id, name, is_shared, query, position, created_at)
      select ${user.organisationId}, ${user.id}, ${name}, ${isShared}, ${JSON.stringify(query)}::jsonb,
        coalesce(max(o.position) + 1, 0), ${now}
      from saved_views o where o.organisation_id = ${user.organisationId} and o.owner_user_id = ${user.id}
      returning *)
    select ${viewOf(user)} from v`;

/** Changes a locked view and returns it. */
export const updateView = async (
  trx: Trx,
  user: AuthUser,
  id: number,
  { name, isShared, query, isFirst }: Omit<ViewChangeBody, 'version'>,
): Promise<SavedView> => {
  const changes = [
    sql`version = version + 1`,
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(isShared === undefined ? [] : [sql`is_shared = ${isShared}`]),
    ...(query === undefined ? [] : [sql`query = ${JSON.stringify(query)}::jsonb`]),
    ...(isFirst
      ? [
          sql`position = (select min(o.position) - 1 from saved_views o where o.organisation_id = ${user.organisationId})`,
        ]
      : []),
  ];
  return onlyRow(trx)`
    with v as (
      update saved_views set ${sql.join(changes)} where id = ${id} and organisation_id = ${user.organisationId}
      returning *)
    select ${viewOf(user)} from v`;
};

export const deleteView = (trx: Trx, user: AuthUser, id: number): Promise<void> =>
  run(trx)`delete from saved_views where id = ${id} and organisation_id = ${user.organisationId}`;
