import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { putShortlist } from '../../../contract/routes/applications';
import { checkNeeds, keepNeeds } from '../../../server/modules/today';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

describe('needs under a clock that jumps back past a change', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  const kindOf = async ({ applicationId }: Applicant) => {
    const { rows } = await sql<{ need: string | null }>`
      select need from application_needs where application_id = ${applicationId}`.execute(world.server.db);
    return rows[0]!.need;
  };

  it('are the same as without the jump, once the clock has caught up again', async () => {
    const { db, clock, deps } = world.server;
    const start = clock.now();
    const stored = async ({ applicationId }: Applicant) => {
      const { rows } = await sql<Record<string, unknown>>`
        select need, need_at, due_from, changes_at, snoozed_until from application_needs
        where application_id = ${applicationId}`.execute(db);
      return rows[0];
    };
    const booked = async () => {
      const applicant = await world.nextApplicant();
      await world.answer(await world.invite(applicant, world.inHours(20)), applicant, 'active');
      return applicant;
    };
    const [left, touched] = [await booked(), await booked()];
    const begins = Math.ceil(start.getTime() / HOUR) * HOUR + 20 * HOUR;
    const at = async (hours: number) => {
      clock.set(new Date(begins + hours * HOUR));
      return keepNeeds(deps);
    };
    const both = async () => [await kindOf(left), await kindOf(touched)];
    /** Checks that the counters agree with the rows, and everything with needs that are computed from scratch. */
    const agree = async () => {
      const wrong = await sql`
        (select job_id, need, count(*)::int as total from application_needs where need is not null group by 1, 2
          except select job_id, need, total from need_counts)
        union all (select job_id, need, total from need_counts where total <> 0
          except select job_id, need, count(*)::int from application_needs where need is not null group by 1, 2)`.execute(
        db,
      );
      expect(wrong.rows).toEqual([]);
      expect((await checkNeeds(deps, { share: 1, part: 0 })).differences).toBe(0);
    };
    await at(-3);
    const before = [await stored(left), await stored(touched)];
    expect(await both()).toEqual([null, null]);
    await at(-1);
    expect(await both()).toEqual(['attendance', 'attendance']);

    // Back: the clock alone undoes nothing; a change of the application or the nightly check does.
    expect(await at(-3)).toBe(0);
    expect(await both()).toEqual(['attendance', 'attendance']);
    const call = { as: 'branch', params: { id: touched.applicationId }, body: { isShortlisted: false } } as const;
    expect((await world.server.call(putShortlist, call)).status).toBe(200);
    expect(await both()).toEqual(['attendance', null]);
    expect((await checkNeeds(deps, { share: 1, part: 0 })).differences).toBeGreaterThan(0);
    expect([await stored(left), await stored(touched)]).toEqual(before);
    await agree();

    // Forward, then back and forward once more without a run of the task in between.
    await at(-1);
    expect(await both()).toEqual(['attendance', 'attendance']);
    clock.set(new Date(begins - 3 * HOUR));
    await at(-1);
    await agree();
    await at(1);
    expect(await both()).toEqual(['outcome', 'outcome']);
    await agree();
    await at(-1);
    expect(await at(1)).toBe(0);
    await agree();
  });
});
