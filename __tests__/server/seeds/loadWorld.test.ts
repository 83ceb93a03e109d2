import type { Pool } from 'pg';
import { loadPlan } from '../../../bench/loadWorld/plan';
import { seedLoadWorld } from '../../../bench/loadWorld';
import { openSeedDatabase } from './seedDatabase';

describe('loadPlan', () => {
  it.each([1000, 20_000, 999_999, 1_000_000, 2_500_000])(
    'splits %d exactly, with the first part the largest',
    (applications) => {
      const { organisations, largestJob, workers } = loadPlan(applications);
      const counts = organisations.map((one) => one.applications);
      expect(organisations).toHaveLength(100);
      expect(counts.reduce((one, two) => one + two, 0)).toBe(applications);
      expect(counts[0]).toBe(Math.max(...counts));
      expect(counts[0]).toBe(Math.round(applications / 10));
      expect(workers / 8).toBeGreaterThan(largestJob);
      expect(organisations.every((one) => one.jobs > 0)).toBe(true);
    },
  );

  it('is the promised world at a million', () => {
    const { organisations, largestJob, workers } = loadPlan(1_000_000);
    expect([organisations[0]?.applications, largestJob, workers]).toEqual([100_000, 20_000, 200_000]);
    expect(Math.min(...organisations.map((one) => one.jobs))).toBeGreaterThanOrEqual(60);
    expect(Math.max(...organisations.map((one) => one.jobs))).toBeLessThanOrEqual(200);
  });
});

describe('a small load world', () => {
  const now = new Date('2026-03-02T06:20:00Z');
  let pool: Pool;
  let close: () => Promise<void>;
  const steps: string[] = [];

  const definitions = async (): Promise<unknown[]> =>
    (
      await pool.query(
        `select indexdef as text from pg_indexes where tablename = 'applications'
         union all select conname::text || pg_get_constraintdef(oid) from pg_constraint
           where conrelid = 'applications'::regclass and contype in ('p', 'u', 'f', 'c')
         union all select tgname::text || tgenabled::text from pg_trigger where tgrelid = 'applications'::regclass and not tgisinternal
         order by 1`,
      )
    ).rows;
  let before: unknown[] = [];

  beforeAll(async () => {
    ({ pool, close } = await openSeedDatabase());
    before = await definitions();
    await seedLoadWorld(pool, { applications: 5000, now, passwordHash: 'x', onProgress: (step) => steps.push(step) });
  });
  afterAll(() => close());

  const count = async (from: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query(`select count(*) as n from ${from}`, values)).rows[0].n);

  it('reports its progress', () => {
    expect(steps).toEqual([
      'employers',
      'workers',
      'applications',
      'appointments',
      'conversations',
      'records',
      'analyze',
    ]);
  });

  it('marks exactly the applications that have a decision as declined', async () => {
    const decision = 'exists (select from application_decisions d where d.application_id = a.id)';
    expect(await count(`applications a where is_declined and ${decision}`)).toBeGreaterThan(1000);
    expect(await count(`applications a where is_declined <> ${decision}`)).toBe(0);
  });

  it('has every application, a tenth of them in the organisation of root@demo.test', async () => {
    expect(await count('applications')).toBe(5000);
    const own = `applications join users u using (organisation_id) where u.email = 'root@demo.test'`;
    expect(await count(own)).toBe(500);
    expect(await count('(select distinct organisation_id from applications) o')).toBe(100);
    expect(await count('(select job_id from applications group by 1 having count(*) = 100) largest')).toBeGreaterThan(
      0,
    );
  });

  it('restores indexes, keys and triggers and stores correct counts', async () => {
    expect(await definitions()).toEqual(before);
    const wrong = `(select job_id, status, is_shortlisted, count(*)::int, count(*) filter (where not is_seen)::int
      from applications group by 1, 2, 3
      except select job_id, status, is_shortlisted, total, unseen from application_counts) wrong`;
    expect(await count(wrong)).toBe(0);
    await pool.query('update applications set is_seen = not is_seen where id = 1');
    expect(await count(wrong)).toBe(0);
  });

  it('has long lists of other rows: a conversation, a statement that sums to the balance, a history, staff', async () => {
    const long = `messages m join threads t on t.id = m.thread_id join users u on u.id = t.user_id
      where u.email = 'branch@demo.test' and t.last_number = 100 and m.number <= t.last_number`;
    expect(await count(long)).toBe(100);
    expect(await count('threads')).toBeGreaterThan(1000);
    const late = 'threads where last_message_at > $1 or last_message_at < created_at';
    expect(await count(late, [now])).toBe(0);
    expect(await count('credit_ledger')).toBeGreaterThan(100);
    expect(
      await count(`users where user_type in ('branch', 'company') and job_creation_balance <> coalesce((
      select sum(amount) from credit_ledger l where l.user_id = users.id), 0)`),
    ).toBe(0);
    expect(await count(`audit_log where subject_type = 'application'`)).toBeGreaterThan(1000);
    expect(await count('worker_comments')).toBeGreaterThan(100);
    expect(await count(`users where user_type = 'hr_account'`)).toBeGreaterThan(50);
    expect(await count('access_tokens')).toBeGreaterThan(20);
  });

  it.each([
    ['shortlisted', 'is_shortlisted'],
    ['rejected', `status = 'rejected'`],
    ['declined', 'id in (select application_id from application_decisions where told_at is not null)'],
    ['withdrawn', `status = 'rejected' and id not in (select application_id from application_decisions)`],
    ['unseen', 'not is_seen'],
    ['high', 'match_score >= 0.6'],
    ['near', 'distance_km < 10'],
    ['came', 'came'],
    ['accepted', `status = 'accepted'`],
    ['of women with a university degree', `worker_gender = 'female' and worker_education = 'university'`],
    ['of a name', `worker_name_folded like '%ay%'`],
  ])('has some that are %s', async (_name, condition) => {
    expect(await count(`applications where ${condition}`)).toBeGreaterThan(5);
  });

  it('has applications whose ids rise with time', async () => {
    const late = `(select created_at, lag(created_at) over (order by id) as before from applications) a`;
    expect(await count(`${late} where before > created_at`)).toBe(0);
    expect(await count('applications where created_at >= $1', [now])).toBe(0);
  });
});

describe('a load world of one owner', () => {
  it('belongs to one branch', async () => {
    const { pool, close } = await openSeedDatabase();
    const now = new Date('2026-03-02T06:20:00Z');
    await seedLoadWorld(pool, { applications: 2000, isOneOwner: true, now, passwordHash: 'x' });
    const { rows } = await pool.query(`
      select u.email, count(*)::int as n from applications a join users u on u.id = a.user_id group by 1`);
    await close();
    expect(rows).toEqual([{ email: 'branch@demo.test', n: 2000 }]);
  });
});
