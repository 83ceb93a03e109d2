import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/schema';
import { audit } from '../../platform/audit';
import type { Clock } from '../../platform/clock';
import { onlyRow, run, firstRow } from '../../platform/database/query';

export const isStoreReachable = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );

/** Returns whether the store holds no accounts. */
export const isStoreEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;

/** The shortest age in months: the database refuses to delete younger rows. */
export const AUDIT_MONTHS_MIN = 12;
/** Rows per transaction, so that the running servers do not wait for long. */
const BATCH = 10_000;

interface Removal {
  months: number;
  isDryRun: boolean;
  batch?: number;
}

/** Returns how many rows are older than `before`, and the highest id of them. */
const findOld = (db: Db, before: Date): Promise<{ count: number; last: number | null }> => onlyRow(db)`
    select count(*)::int as count, max(id) as last from audit_log where at < ${before}`;

/** Removes the oldest rows and audits their number in the same transaction. */
const removeBatch = async (
  trx: Trx,
  clock: Clock,
  { before, last, batch }: { before: Date; last: number; batch: number },
): Promise<number> => {
  // The table's trigger requires it (migration 0042).
  await run(trx)`set local operator.removes_audit = 'on'`;
  const { numAffectedRows } = await sql`
    delete from audit_log where id in (
      select id from audit_log where id <= ${last} and at < ${before} order by id limit ${batch})`.execute(trx);
  const count = Number(numAffectedRows);
  if (count > 0)
    await audit({ trx, clock }, { kind: 'operator', organisationId: null }, 'audit.removed', ['audit', null], {
      count,
      before: before.toISOString(),
    });
  return count;
};

/**
 * Removes rows of the audit log older than `months`, in batches that each leave a note in the log. It may be killed and
 * run again. Returns how many rows were deleted, or would be in a dry run.
 */
export const removeOldAudit = async (
  { db, clock }: { db: Db; clock: Clock },
  { months, isDryRun, batch = BATCH }: Removal,
): Promise<number> => {
  const row = await firstRow(db)<{ before: Date }>`
    select ${clock.now()}::timestamptz - make_interval(months => ${months}::int) as before`;
  const { before } = row!;
  const { count, last } = await findOld(db, before);
  if (isDryRun || last === null) return count;
  let removed = 0;
  for (let size = batch; size === batch; removed += size)
    size = await db.transaction().execute((trx) => removeBatch(trx, clock, { before, last, batch }));
  return removed;
};

export const listMessages = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('outgoingMessages')
    .select(['id', 'channel', 'recipient as to', 'subject', 'bodyText as text', 'bodyHtml as html', 'createdAt'])
    .select(['attachmentKey', 'attachmentName', 'sentAt', 'nextAttemptAt'])
    .where('channel', '<>', 'push')
    .$narrowType<{ channel: 'sms' | 'mail' }>()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const findAttachment = (db: Db, messageId: number) =>
  db
    .selectFrom('outgoingMessages')
    .select(['attachmentKey as key', 'attachmentName as name', 'attachmentType as type'])
    .where('id', '=', messageId)
    .executeTakeFirst();
