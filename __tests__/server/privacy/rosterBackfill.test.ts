import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

const JOINED = '2026-03-01T09:00:00.000Z';
const LEFT = '2026-03-02T09:00:00.000Z';

describe('consents that a server of the previous release did not write', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  type Consent = [from: string, until: string | null];
  const CASES: [string, { rosters: Consent[]; stored: Consent[]; wanted: Consent[] }][] = [
    ['a join', { rosters: [[JOINED, null]], stored: [], wanted: [[JOINED, null]] }],
    ['a join that has its row', { rosters: [[JOINED, null]], stored: [[JOINED, null]], wanted: [[JOINED, null]] }],
    ['a join and its end', { rosters: [[JOINED, LEFT]], stored: [], wanted: [[JOINED, LEFT]] }],
    ['an end alone', { rosters: [[JOINED, LEFT]], stored: [[JOINED, null]], wanted: [[JOINED, LEFT]] }],
    ['an end that has its row', { rosters: [[JOINED, LEFT]], stored: [[JOINED, LEFT]], wanted: [[JOINED, LEFT]] }],
    [
      'a second join',
      {
        rosters: [[LEFT, null]],
        stored: [[JOINED, LEFT]],
        wanted: [
          [JOINED, LEFT],
          [LEFT, null],
        ],
      },
    ],
    [
      'the end of one of two rosters',
      {
        rosters: [
          [JOINED, null],
          [JOINED, LEFT],
        ],
        stored: [],
        wanted: [[JOINED, null]],
      },
    ],
  ];

  it.each(CASES)('are added or ended once: %s', async (_name, { rosters, stored, wanted }) => {
    const { db } = database;
    const { rows: owners } = await sql<{ userId: number; organisationId: number }>`
      select u.id as "userId", u.organisation_id as "organisationId" from users u
      join users r on r.organisation_id = u.organisation_id and r.email = 'root@demo.test'
      where u.user_type = 'branch' order by u.id limit 2`.execute(db);
    const { rows: people } = await sql<{ workerId: number }>`
      select w.id as "workerId" from workers w
      where not exists (select from roster r where r.worker_id = w.id)
        and not exists (select from consents c where c.worker_id = w.id) order by w.id limit 1`.execute(db);
    const { workerId } = people[0]!;
    const { organisationId } = owners[0]!;
    for (const [at, [from, until]] of rosters.entries())
      await sql`
        insert into roster (worker_id, user_id, organisation_id, nonce, text_version, consented_at, withdrawn_at)
        values (${workerId}, ${owners[at]!.userId}, ${organisationId}, ${'ab'.repeat(16)}, 1, ${from}, ${until})`.execute(
        db,
      );
    for (const [from, until] of stored)
      await sql`
        insert into consents (worker_id, organisation_id, purpose, text_version, given_at, withdrawn_at)
        values (${workerId}, ${organisationId}, 'roster', '1', ${from}, ${until})`.execute(db);
    for (let run = 0; run < 2; run += 1) await sql`select backfill_roster_consents()`.execute(db);
    const { rows } = await sql<{ from: Date; until: Date | null }>`
      select given_at as "from", withdrawn_at as until from consents
      where worker_id = ${workerId} and organisation_id = ${organisationId} and purpose = 'roster' and text_version = '1'
      order by id`.execute(db);
    expect(rows.map(({ from, until }) => [from.toISOString(), until?.toISOString() ?? null])).toEqual(wanted);
  });
});
