import { sql } from 'kysely';
import * as contract from '../../../contract/routes/decisions';
import type { Bulk, BulkItem, BulkPreview } from '../../../contract/schemas/bulks';
import { deliverMessages, runBulks } from '../../../server/modules/bulks';
import type { CallOptions, TestServer } from '../../support/testServer';

export const log = { info: () => undefined, warn: () => undefined };

export interface BulkReply {
  status: number;
  key: string | undefined;
  matches: number | undefined;
  errors: unknown;
  bulk: Bulk;
}

let created = 0;

/** Adds an active job of an account with new applicants, whose languages alternate, and returns their ids in order. */
export const addJob = async (
  { db, clock }: TestServer,
  userId: number,
  count: number,
): Promise<{ job: number; ids: number[] }> => {
  const now = clock.now();
  const name = `bulk-${process.pid}-${(created += 1)}`;
  const { rows: jobs } = await sql<{ id: number }>`
    insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, created_at, opened_at)
    select u.organisation_id, u.id, ${name}, 'x', (select min(id) from job_positions),
      (select min(id) from job_categories), 'active', ${now}, ${now}
    from users u where u.id = ${userId} returning id`.execute(db);
  const job = jobs[0]!.id;
  await sql`
    insert into workers (external_id, first_name, last_name, language_code, created_at, updated_at)
    select ${name} || '-' || n, 'Worker', ${name} || ' ' || n, (array['tr', 'en', 'es'])[n % 3 + 1], ${now}, ${now}
    from generate_series(1, ${count}::int) n`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
    select j.organisation_id, j.user_id, j.id, w.id, 0.5, 'worker', ${now}
    from jobs j, workers w where j.id = ${job} and w.external_id like ${`${name}-%`} order by w.id
    returning id`.execute(db);
  return { job, ids: rows.map(({ id }) => id) };
};

type Caller = CallOptions['as'];

/** Calls the routes of bulk actions. */
export const bulkCalls = (server: TestServer) => {
  const replyOf = ({ status, body }: { status: number; body: ReturnType<typeof JSON.parse> }): BulkReply => ({
    status,
    key: body.key,
    matches: body.matches,
    errors: body.errors?.children,
    bulk: body.payload?.bulk,
  });
  const start = async (body: object, as: Caller = 'branch', headers?: Record<string, string>) =>
    replyOf(await server.call(contract.postBulk, { as, body, ...(headers && { headers }) }));
  return {
    start,
    /** Starts an action on named applications. */
    onIds: (action: string, ids: readonly number[], options?: object, as: Caller = 'branch') =>
      start({ action, ids, expected: ids.length, ...(options && { options }) }, as),
    undo: async (id: string, as: Caller = 'branch') =>
      replyOf(await server.call(contract.undoBulk, { as, params: { id } })),
    preview: async (body: object, as: Caller = 'branch') => {
      const reply = await server.call(contract.previewBulk, { as, body });
      return { status: reply.status, key: reply.body.key, preview: reply.body.payload?.preview as BulkPreview };
    },
    get: async (id: string, as: Caller = 'branch') =>
      replyOf(await server.call(contract.getBulk, { as, params: { id } })),
    list: async (as: Caller = 'branch') => {
      const { body } = await server.call(contract.getBulks, { as });
      return body.payload as Bulk[];
    },
    items: async (id: string, query: object = {}, as: Caller = 'branch') => {
      const { status, body } = await server.call(contract.getBulkItems, { as, params: { id }, query: { ...query } });
      return { status, items: body.payload as BulkItem[], total: body.total as number };
    },
    run: () => runBulks(server.deps, { log }),
    deliver: () => deliverMessages(server.deps, { log }),
    later: (seconds: number) => server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000)),
  };
};
