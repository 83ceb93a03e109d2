import { sql } from 'kysely';
import type { Db } from '../../server/platform/database/schema';

/**
 * In every table this id belongs to the other organisation only, so it is never the caller's, whatever a route reads
 * it as.
 */
export const FOREIGN = 900_000_001;
export const FOREIGN_HR = FOREIGN + 1;
export const FOREIGN_KEYS = {
  basketId: 'ab'.repeat(12),
  itemId: 'cd'.repeat(12),
  exportId: 'ef'.repeat(16),
  paymentId: '0a'.repeat(16),
  bulkId: '1b'.repeat(16),
};
/** Occurs in every text of the other organisation. */
export const CANARY = 'canaryofanother';

const columnsOf = async (db: Db, table: string): Promise<string> => {
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  return rows[0]!.names;
};

const copyRow = async (db: Db, table: string, where: string, changes: object): Promise<void> => {
  const columns = await columnsOf(db, table);
  const picked = columns.split(', ').map((name) => `r.${name}`);
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.raw(columns)}) overriding system value
    select ${sql.raw(picked.join(', '))} from ${sql.table(table)} t
    cross join lateral jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb) r
    where ${sql.raw(where)} limit 1`.execute(db);
  if (numAffectedRows !== 1n) throw new Error(`nothing to copy in ${table}`);
};

/** Adds an organisation with one row in every table that has an owner. */
export const addForeignWorld = async (db: Db): Promise<void> => {
  const id = FOREIGN;
  const mine = { id, organisation_id: id, user_id: id };
  const who = { first_name: CANARY, last_name: CANARY, phone: null, image_key: null };
  const account = { ...mine, ...who, company_name: CANARY, company_address: CANARY, commercial_title: CANARY };
  const copy = (table: string, where: string, changes: object) => copyRow(db, table, where, changes);
  await copy('organisations', 'true', { id, name: CANARY });
  await copy('users', "t.user_type = 'branch'", { ...account, email: `${CANARY}@demo.test` });
  const hr = { ...account, id: FOREIGN_HR, user_id: FOREIGN_HR, email: `${CANARY}-hr@demo.test` };
  await copy('users', "t.user_type = 'hr_account'", hr);
  await copy('jobs', "t.status = 'active'", { ...mine, title: CANARY, description: CANARY });
  await copy('company_locations', 'true', { ...mine, name: CANARY, address: CANARY });
  await copy('tags', 'true', { ...mine, key: null, name: CANARY, name_folded: CANARY });
  await copy('workers', 'true', { ...mine, ...who, external_id: CANARY, about: CANARY, email: null });
  const about = { ...mine, job_id: id, worker_id: id, application_id: id };
  await copy('applications', "t.status = 'in_progress'", {
    ...about,
    appointment_id: null,
    is_shortlisted: true,
    worker_name_folded: CANARY,
  });
  await copy('appointments', "t.status = 'ACTIVE'", { ...about, address: CANARY });
  await copy('threads', 'true', { ...about, last_number: 1, blocked_at: null });
  await copy('messages', "t.type = 'text'", { ...about, thread_id: id, number: 1, body: CANARY, sender_user_id: null });
  await copy('subscriptions', 'true', { ...mine, status: 'active' });
  const now = new Date().toISOString();
  const add = (table: string, row: Record<string, unknown>) =>
    sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) overriding system value
    values (${sql.join(Object.values(row))})`.execute(db);
  await add('worker_comments', {
    ...{ id, organisation_id: id, worker_id: id, user_id: id },
    author: CANARY,
    message: CANARY,
    created_at: now,
  });
  await add('user_sessions', {
    id,
    session_id: '00000000-0000-4000-8000-000000000001',
    user_id: id,
    created_at: now,
    last_seen_at: now,
    user_agent: CANARY,
  });
  await add('baskets', {
    id: FOREIGN_KEYS.basketId,
    organisation_id: id,
    user_id: id,
    status: 'open',
    created_at: now,
    changed_at: now,
  });
  await add('payments', {
    id: FOREIGN_KEYS.paymentId,
    organisation_id: id,
    user_id: id,
    basket_id: FOREIGN_KEYS.basketId,
    provider: 'sandbox',
    amount_minor: 100,
    currency: 'TRY',
    grants: JSON.stringify({
      jobCredits: 1,
      givesDashboardAccess: false,
      planId: null,
      items: [{ title: CANARY, quantity: 1 }],
    }),
    state: 'succeeded',
    created_at: now,
    changed_at: now,
  });
  await add('exports', {
    id: FOREIGN_KEYS.exportId,
    organisation_id: id,
    user_id: id,
    query: '{}',
    language: 'tr',
    state: 'queued',
    created_at: now,
  });
  await add('bulks', {
    id: FOREIGN_KEYS.bulkId,
    organisation_id: id,
    user_id: id,
    user_name: CANARY,
    request_id: CANARY,
    job_id: id,
    action: 'shortlist',
    options: '{}',
    state: 'done',
    total: 1,
    done: 1,
    worked_at: now,
    created_at: now,
    finished_at: now,
  });
  await add('bulk_items', { bulk_id: FOREIGN_KEYS.bulkId, application_id: id, job_id: id, outcome: 'done' });
  // Shared, so that only the organisation keeps it from HR and root of another one.
  await add('saved_views', {
    id,
    organisation_id: id,
    owner_user_id: FOREIGN_HR,
    name: CANARY,
    is_shared: true,
    query: JSON.stringify({ jobId: id }),
    created_at: now,
  });
};

const TABLES = [
  'organisations',
  'users',
  'jobs',
  'company_locations',
  'tags',
  'workers',
  'applications',
  'appointments',
  'threads',
  'messages',
  'worker_comments',
  'subscriptions',
  'user_sessions',
  'baskets',
  'payments',
  'exports',
  'bulks',
  'bulk_items',
  'saved_views',
];

/** Returns all data of the other organisation as one text for each table, to compare before and after. */
export const foreignRows = async (db: Db): Promise<Record<string, string>> => {
  const held: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, '|' order by t::text) as text from ${sql.table(table)} t
      where t::text like ${`%${FOREIGN}%`} or t::text like ${`%${FOREIGN_HR}%`}`.execute(db);
    held[table] = rows[0]?.text ?? '';
  }
  return held;
};
