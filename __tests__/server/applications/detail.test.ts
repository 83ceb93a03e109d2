import { sql } from 'kysely';
import { getApplication, postComment } from '../../../contract/routes/applications';
import type { ApplicationDetail } from '../../../contract/schemas/applications';
import { maskIdentity } from '../../../server/modules/applications/detailService';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

describe('application details', () => {
  let world: CandidateWorld;
  let applicant: Applicant;
  beforeAll(async () => {
    world = await candidateWorld();
    applicant = await world.nextApplicant();
  });
  afterAll(() => world.server.close());

  type Caller = 'branch' | 'branch2' | 'root' | 'hr' | 'company' | 'other';
  const read = (id: number, as: Caller = 'branch') =>
    world.server.call(getApplication, { ...({ as } as { as: 'branch' }), params: { id } });
  const detailOf = async (id: number, as: Caller = 'branch') =>
    (await read(id, as)).body.payload.application as ApplicationDetail;
  const comment = (workerId: number, message: string, as: Caller = 'branch') =>
    world.server.call(postComment, { ...({ as } as { as: 'branch' }), body: { workerId, message } });

  it('shows the worker’s profile with a masked identity number', async () => {
    await sql`
      update workers set identity_number = '12345678901', email = 'a@b.test', phone = '5321234567', expected_salary_minor = 3250050,
        university = 'Ege', university_department = 'Gıda', university_status = 'student', rating_score = 4.5,
        latitude = 41, longitude = 29, location_name = 'Moda', about = 'Merhaba', driving_licenses = '{B,A2}'
      where id = ${applicant.workerId}`.execute(world.server.db);
    const { user, ...detail } = await detailOf(applicant.applicationId);
    expect(user).toMatchObject({
      identityNumber: '*********01',
      email: 'a@b.test',
      phone: '+905321234567',
      expectedSalary: 32500.5,
      university: { name: 'Ege' },
      universityDepartment: { departmentName: 'Gıda', translateKey: null },
      ratingScore: { score: 4.5 },
      location: { name: 'Moda', latitude: 41, longitude: 29 },
      drivingLicenses: ['B', 'A2'],
      comment: null,
    });
    expect(detail).toMatchObject({
      id: applicant.applicationId,
      appointment: null,
      comments: [],
      isSeen: expect.any(Boolean),
    });
    const weights = detail.scoreReasons.reduce((sum, { weight }) => sum + weight, 0);
    expect(weights).toBeCloseTo(1);
  });

  it('gives reasons that add up to the stored score', async () => {
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a join users u on u.id = a.user_id
      where u.email = 'branch@demo.test' order by a.id desc limit 20`.execute(world.server.db);
    for (const { id } of rows) {
      const { scoreReasons, matchScore } = await detailOf(id);
      // A birthday since the last calculation changes the age factor slightly.
      expect(Math.abs(scoreReasons.reduce((sum, one) => sum + one.score * one.weight, 0) - matchScore)).toBeLessThan(
        0.08,
      );
    }
  });

  it('marks nothing as seen', async () => {
    await sql`update applications set is_seen = false where id = ${applicant.applicationId}`.execute(world.server.db);
    await read(applicant.applicationId);
    expect((await detailOf(applicant.applicationId)).isSeen).toBe(false);
  });

  it('counts the rejected applications of the job', async () => {
    const before = (await detailOf(applicant.applicationId)).rejectedApplicationCount;
    const { rows } = await sql<{ id: number }>`
      update applications set status = 'rejected' where id = (
        select id from applications where job_id = ${applicant.jobId} and status = 'in_progress' and id <> ${applicant.applicationId} limit 1)
      returning id`.execute(world.server.db);
    expect((await detailOf(applicant.applicationId)).rejectedApplicationCount).toBe(before + rows.length);
  });

  it('shows the organisation’s comments, newest first, and none to companies', async () => {
    const first = await comment(applicant.workerId, '  İyi izlenim  ');
    expect(first.body.payload.comment).toMatchObject({ message: 'İyi izlenim', author: expect.any(String) });
    await comment(applicant.workerId, 'Tekrar arayalım', 'hr');
    const { comments, user } = await detailOf(applicant.applicationId, 'root');
    expect(comments.map(({ message }) => message)).toEqual(['Tekrar arayalım', 'İyi izlenim']);
    expect(comments[1]).toEqual(first.body.payload.comment);
    expect(user.comment).toBe('Tekrar arayalım');
    expect((await comment(applicant.workerId, 'x', 'company')).status).toBe(403);
    expect((await comment(applicant.workerId, 'x', 'other')).status).toBe(403);
    expect((await comment(999_999_999, 'x')).status).toBe(404);
    expect((await comment(applicant.workerId, ' ')).status).toBe(400);
    expect((await world.server.call(postComment, { body: {} })).status).toBe(401);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log
      where action = 'worker.commented' and subject_id = ${applicant.workerId}`.execute(world.server.db);
    expect(rows[0]!.n).toBe(2);
  });

  it('lists the worker’s other applications in the organisation and marks those that a branch cannot open', async () => {
    const add = async (owner: string) => {
      const { rows } = await sql<{ id: number }>`
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
        select j.organisation_id, j.user_id, j.id, ${applicant.workerId}, 0.5, 'x', now() from jobs j join users u on u.id = j.user_id
        where u.email = ${`${owner}@demo.test`} and j.status = 'active'
          and not exists (select 1 from applications x where x.job_id = j.id and x.worker_id = ${applicant.workerId})
        order by j.id limit 1 returning id`.execute(world.server.db);
      return rows[0]!.id;
    };
    const [own, sibling, foreign] = [await add('branch'), await add('branch2'), await add('other')];
    const openOf = async (as: Caller) =>
      Object.fromEntries(
        (await detailOf(applicant.applicationId, as)).otherApplications.map((one) => [one.applicationId, one.canOpen]),
      );
    expect(await openOf('branch')).toMatchObject({ [own]: true, [sibling]: false });
    expect(await openOf('root')).toMatchObject({ [own]: true, [sibling]: true });
    for (const as of ['branch', 'root'] as const) {
      expect(await openOf(as)).not.toHaveProperty(String(foreign));
      expect(await openOf(as)).not.toHaveProperty(String(applicant.applicationId));
    }
    expect((await read(sibling)).status).toBe(404);
  });

  it('lists applications with the same phone that came the other way, without merging the profiles', async () => {
    const { db } = world.server;
    const twin = async (externalId: string, phone: string, country: string) => {
      const { rows } = await sql<{ id: number }>`
        insert into workers (external_id, first_name, last_name, phone, country_code, created_at, updated_at)
        values (${externalId}, 'Ayşe', 'Y', ${phone}, ${country}, now(), now()) returning id`.execute(db);
      const { rows: made } = await sql<{ id: number }>`
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
        select organisation_id, user_id, job_id, ${rows[0]!.id}, 0.5, 'x', now() from applications
        where id = ${applicant.applicationId} returning id`.execute(db);
      return made[0]!.id;
    };
    await sql`update workers set phone = '5329998877', country_code = 'TR' where id = ${applicant.workerId}`.execute(
      db,
    );
    const page = await twin('web:twin', '+905329998877', 'TR');
    await twin('app-twin', '5329998877', 'TR');
    await twin('web:elsewhere', '5329998877', 'DE');
    const also = async (id: number, as: Caller = 'branch') =>
      (await detailOf(id, as)).alsoApplied.map(({ applicationId, by }) => `${applicationId} ${by}`);
    expect(await also(applicant.applicationId)).toEqual([`${page} page`]);
    // The applicant and the twin have many applications; the newest five are named.
    expect((await also(page)).map((one) => one.split(' ')[1])).toEqual(Array(5).fill('app'));
  });

  it('answers 404 to foreign ids and 400 to invalid ones', async () => {
    const answers = await Promise.all([
      read(applicant.applicationId, 'other'),
      read(applicant.applicationId, 'company'),
      read(999_999_999),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await world.server.call(getApplication, { as: 'branch', params: { id: 'x' } })).status).toBe(400);
    expect((await world.server.call(getApplication, { params: { id: 1 } })).status).toBe(401);
  });

  it.each([
    ['12345678901', '*********01'],
    ['12', '**'],
    ['1', '*'],
    ['', ''],
  ])('masks %s as %s', (number, masked) => {
    expect(maskIdentity(number)).toBe(masked);
  });
});
