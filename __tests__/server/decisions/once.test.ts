import { sql } from 'kysely';
import { putShortlist } from '../../../contract/routes/applications';
import { deleteDecline, putDecline } from '../../../contract/routes/decisions';
import { decisionWorld, rowOf, type DecisionWorld } from './decisionWorld';

describe('a decision with an Idempotency-Key', () => {
  let world: DecisionWorld;
  beforeAll(async () => {
    world = await decisionWorld();
  });
  afterAll(() => world.server.close());

  const withKey = (key: string) => ({ as: 'branch' as const, headers: { 'idempotency-key': key } });
  const decline = (id: number, key: string, body: object = { isNew: true }) =>
    world.server.call(putDecline, { ...withKey(key), params: { id }, body });
  const reopen = (id: number, key: string) => world.server.call(deleteDecline, { ...withKey(key), params: { id } });
  const star = (id: number, key: string, isShortlisted = true) =>
    world.server.call(putShortlist, { ...withKey(key), params: { id }, body: { isShortlisted } });
  const actions = async (id: number) => (await world.audits(id)).map(({ action }) => action);

  it('happens once, and a repeat gets the row as it is now', async () => {
    const { applicationId: id } = await world.nextApplicant();
    expect((await decline(id, 'decline-1')).status).toBe(200);
    expect(rowOf(await decline(id, 'decline-1'))).toMatchObject({ id, status: 'rejected' });
    const first = await reopen(id, 'reopen-1');
    // A late repeat of the decline does not undo what came after it.
    expect(rowOf(await decline(id, 'decline-1'))).toMatchObject({ status: 'in_progress', decision: null });
    const again = await reopen(id, 'reopen-1');
    expect([again.status, again.body.payload]).toEqual([200, first.body.payload]);
    expect(await actions(id)).toEqual(['application.declined', 'application.reopened']);
  });

  it('does not put somebody back on the shortlist whom a colleague removed', async () => {
    const { applicationId: id } = await world.nextApplicant();
    // The match score may have put the applicant there.
    await star(id, 'star-0', false);
    const before = (await actions(id)).length;
    expect(rowOf(await star(id, 'star-1')).isShortListed).toBe(true);
    await world.server.call(putShortlist, { as: 'hr', params: { id }, body: { isShortlisted: false } });
    expect(rowOf(await star(id, 'star-1')).isShortListed).toBe(false);
    expect((await actions(id)).slice(before)).toEqual(['application.shortlisted', 'application.unshortlisted']);
  });

  it('is refused for another application or body, and may be repeated after a refusal', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const { applicationId: other } = await world.nextApplicant();
    await decline(id, 'decline-2');
    for (const reply of [
      await decline(other, 'decline-2'),
      await decline(id, 'decline-2', { reason: 'hours', isNew: true }),
    ])
      expect([reply.status, reply.body.key]).toEqual([409, 'idempotency.mismatch']);
    expect((await star(id, 'star-2')).body.key).toBe('application.declined');
    await reopen(id, 'reopen-2');
    expect(rowOf(await star(id, 'star-2')).isShortListed).toBe(true);
    for (const reply of [await star(other, 'star-2'), await reopen(other, 'reopen-2')])
      expect([reply.status, reply.body.key]).toEqual([409, 'idempotency.mismatch']);
  });

  it('is refused while the first try is running', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const calls = [decline, reopen, star].map((call, at) => () => call(id, `running-${at}`));
    for (const call of calls) expect((await call()).status).toBe(200);
    await sql`update idempotency_keys set status = null, answer = null where key like 'running-%'`.execute(
      world.server.db,
    );
    for (const call of calls) {
      const { status, body } = await call();
      expect([status, body.key]).toEqual([409, 'idempotency.in_flight']);
    }
  });

  it('leaves nothing of the applicant beside the key', async () => {
    const { rows } = await sql<{ answer: object }>`
      select answer from idempotency_keys where answer is not null`.execute(world.server.db);
    expect(rows.length).toBeGreaterThan(3);
    for (const { answer } of rows) expect(Object.keys(answer).filter((name) => name !== 'wasTold')).toEqual([]);
  });
});
