import { sql } from 'kysely';
import { getStatement } from '../../../contract/routes/commerce';
import type { CreditEntry } from '../../../contract/schemas/commerce';
import { jobWorld } from '../jobs/jobWorld';
import { testServer, type TestServer } from '../../support/testServer';

describe('the ledger of credits', () => {
  let server: TestServer;
  let world: Awaited<ReturnType<typeof jobWorld>>;
  beforeEach(async () => {
    server = await testServer();
    world = await jobWorld(server);
  });
  afterEach(() => server.close());

  const statement = async (query: Record<string, string> = {}, as: 'company' | 'other' = 'company') =>
    (await server.call(getStatement, { as, query })).body as { payload: CreditEntry[]; total: number };

  it('explains every balance as the sum of its rows', async () => {
    await world.create('company');
    const { rows } = await sql<{ email: string }>`
      select u.email from users u
      left join (select user_id, sum(amount) as sum from credit_ledger group by 1) l on l.user_id = u.id
      where u.job_creation_balance <> coalesce(l.sum, 0)`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('lists credits received and spent with the job and the user, newest first', async () => {
    await world.setBalance(world.ids.company, 2);
    const { job } = await world.create('company');
    const { payload, total } = await statement();
    expect(total).toBe(payload.length);
    expect(payload[0]).toMatchObject({ kind: 'job', amount: -1, balance: 1, job: { id: job.id, title: job.title } });
    expect(payload[0]!.userName).not.toBeNull();
    expect(payload.at(-1)).toMatchObject({ kind: 'opening', job: null, payment: null });
    for (const [at, entry] of payload.slice(0, -1).entries())
      expect(entry.balance - entry.amount).toBe(payload[at + 1]!.balance);
  });

  it('has pages that agree with the whole and belong to one company', async () => {
    await world.setBalance(world.ids.company, 5);
    for (let at = 0; at < 3; at += 1) await world.create('company');
    const { payload: all } = await statement({ limit: '100' });
    const pages = [];
    for (const page of ['1', '2', '3']) pages.push(...(await statement({ limit: '2', page })).payload);
    expect(pages).toEqual(all.slice(0, 6));
    expect((await statement({ limit: '0' })).total).toBe(all.length);
    const ids = new Set(all.map(({ id }) => id));
    expect((await statement({}, 'other')).payload.filter(({ id }) => ids.has(id))).toEqual([]);
  });

  it.each(['update credit_ledger set amount = 99', 'delete from credit_ledger', 'truncate credit_ledger'])(
    'rejects later changes: %s',
    async (statementText) => {
      await expect(sql.raw(statementText).execute(server.db)).rejects.toThrow('append-only');
    },
  );

  it('keeps a balance from falling below zero', async () => {
    await world.setBalance(world.ids.company, 1);
    const take = sql`
      insert into credit_ledger (organisation_id, user_id, amount, kind, at)
      select organisation_id, id, -2, 'adjustment', now() from users where id = ${world.ids.company}`;
    await expect(take.execute(server.db)).rejects.toThrow('job_creation_balance');
    expect(await world.balanceOf(world.ids.company)).toBe(1);
  });
});
