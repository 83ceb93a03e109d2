import { sql } from 'kysely';
import type { Db } from '../../server/platform/database/schema';

/** Ids of the demo world for test calls. `branch` is branch@demo.test; the other names are relative to it. */
export interface World {
  organisationId: number;
  branchId: number;
  siblingBranchId: number;
  otherUserId: number;
  /** A place of work of the branch, and any position and category. */
  locationId: number;
  positionId: number;
  categoryId: number;
  job: number;
  deletedJob: number;
  closedJob: number;
  siblingJob: number;
  otherJob: number;
  application: number;
  applicationOfClosedJob: number;
  siblingApplication: number;
  otherApplication: number;
  workerId: number;
  threadId: number;
  threadWorkerId: number;
  blockedThreadId: number;
  blockedWorkerId: number;
  /** An invitation of the branch that its worker may still answer. */
  waitingAppointment: number;
  waitingWorkerId: number;
  /** A worker without an application. */
  freshWorkerId: number;
}

const one = async (db: Db, query: ReturnType<typeof sql<{ id: number }>>): Promise<number> => {
  const { rows } = await query.execute(db);
  if (!rows[0]) throw new Error('the demo world lacks something that this test needs');
  return rows[0].id;
};

/** Adds what the demo world lacks: a worker without an application, and a blocked conversation. */
const addExtras = async (db: Db, branchId: number): Promise<{ fresh: number; blocked: number }> => {
  const fresh = await one(
    db,
    sql<{ id: number }>`insert into workers (external_id, first_name, last_name, created_at, updated_at)
      values ('fresh-1', 'Umay', 'Işık', now(), now()) returning id`,
  );
  const blocked = await one(
    db,
    sql<{ id: number }>`insert into threads (organisation_id, user_id, worker_id, blocked_at, created_at)
      select organisation_id, id, ${fresh}, now(), now() from users where id = ${branchId} returning id`,
  );
  return { fresh, blocked };
};

const userOf = (db: Db, email: string) => one(db, sql<{ id: number }>`select id from users where email = ${email}`);

const jobOf = (db: Db, userId: number, status: string) =>
  one(
    db,
    sql<{ id: number }>`select j.id from jobs j where j.user_id = ${userId} and j.status = ${status}
      order by exists (select 1 from applications a where a.job_id = j.id) desc, j.id limit 1`,
  );

const applicationOf = (db: Db, userId: number, jobStatus: string) =>
  one(
    db,
    sql<{ id: number }>`select a.id from applications a join jobs j on j.id = a.job_id
      where a.user_id = ${userId} and j.status = ${jobStatus} and not a.is_shortlisted and not a.is_seen
        and a.status = 'in_progress' order by a.id limit 1`,
  );

/** Looks up the ids and adds what the demo world lacks. Call it once for each server. */
export const findWorld = async (db: Db): Promise<World> => {
  const branchId = await userOf(db, 'branch@demo.test');
  const siblingBranchId = await userOf(db, 'branch2@demo.test');
  const otherUserId = await userOf(db, 'other@demo.test');
  const organisationId = await one(
    db,
    sql<{ id: number }>`select organisation_id as id from users where id = ${branchId}`,
  );
  const application = await applicationOf(db, branchId, 'active');
  const threadId = await one(
    db,
    sql<{ id: number }>`select id from threads where user_id = ${branchId} and blocked_at is null order by id limit 1`,
  );
  const { fresh, blocked } = await addExtras(db, branchId);
  const waiting = await one(
    db,
    sql<{ id: number }>`select id from appointments where status = 'WAITING' order by created_at desc, id desc limit 1`,
  );
  return {
    organisationId,
    branchId,
    siblingBranchId,
    otherUserId,
    locationId: await one(
      db,
      sql<{ id: number }>`select id from company_locations where user_id = ${branchId} order by id limit 1`,
    ),
    positionId: await one(db, sql<{ id: number }>`select id from job_positions order by id limit 1`),
    categoryId: await one(db, sql<{ id: number }>`select id from job_categories order by id limit 1`),
    job: await jobOf(db, branchId, 'active'),
    deletedJob: await jobOf(db, branchId, 'deleted'),
    closedJob: await jobOf(db, branchId, 'closed'),
    siblingJob: await jobOf(db, siblingBranchId, 'active'),
    otherJob: await jobOf(db, otherUserId, 'active'),
    application,
    applicationOfClosedJob: await one(
      db,
      sql<{ id: number }>`select a.id from applications a join jobs j on j.id = a.job_id
        where a.user_id = ${branchId} and j.status = 'closed' order by a.id limit 1`,
    ),
    siblingApplication: await applicationOf(db, siblingBranchId, 'active'),
    otherApplication: await applicationOf(db, otherUserId, 'active'),
    workerId: await one(db, sql<{ id: number }>`select worker_id as id from applications where id = ${application}`),
    threadId,
    threadWorkerId: await one(db, sql<{ id: number }>`select worker_id as id from threads where id = ${threadId}`),
    blockedThreadId: blocked,
    blockedWorkerId: fresh,
    waitingAppointment: waiting,
    waitingWorkerId: await one(db, sql<{ id: number }>`select worker_id as id from appointments where id = ${waiting}`),
    freshWorkerId: fresh,
  };
};
