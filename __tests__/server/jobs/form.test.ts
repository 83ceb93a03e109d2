import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { getApplication, searchApplications } from '../../../contract/routes/applications';
import { copyJob, searchJobs } from '../../../contract/routes/jobs';
import { createLogger } from '../../../server/platform/logger';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { jobWorld, type JobWorld } from './jobWorld';

const TOKEN = 'token-of-an-older-client';

describe('job form', () => {
  let server: TestServer;
  let world: JobWorld;
  let demo: World;
  const log: string[] = [];
  beforeAll(async () => {
    server = await testServer({ logger: createLogger('debug', { write: (line) => void log.push(line) }) });
    world = await jobWorld(server);
    demo = await findWorld(server.db);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.set(NOW));

  const audits = async (jobId: number) => {
    const { rows } = await sql<{ action: string; details: Record<string, unknown>; actor: number }>`
      select action, details, actor_user_id as actor from audit_log
      where subject_type = 'job' and subject_id = ${jobId} order by id`.execute(server.db);
    return rows;
  };

  describe('the owner of a job', () => {
    it.each(['root', 'hr'] as const)('for %s must be an open branch of the organisation', async (as) => {
      const { job } = await world.create(as, as === 'hr' ? { isCreatingForBranchAccount: true } : {});
      expect(job.user).toMatchObject({ id: world.ids.branch, userType: 'branch' });
      const missing = await world.post(as, world.bodyFor(as, { targetUser: undefined }));
      expect([missing.status, missing.body.errors.children]).toEqual([
        400,
        { targetUser: { errors: [ERROR_KEYS.fieldRequired] } },
      ]);
      expect((await world.post(as, world.bodyFor(as, { targetUser: TOKEN }))).status).toBe(400);
      for (const targetUser of [world.ids.other, world.ids.root, world.ids.company, 999_999])
        expect([targetUser, (await world.post(as, world.bodyFor(as, { targetUser }))).status]).toEqual([
          targetUser,
          404,
        ]);
    });

    it('rejects HR as the owner', async () => {
      const { status, body } = await world.post('hr', world.bodyFor('hr', { isCreatingForBranchAccount: false }));
      expect([status, Object.keys(body.errors.children)]).toEqual([400, ['isCreatingForBranchAccount']]);
    });

    it('is the branch or company itself for any text; a sibling answers 404', async () => {
      const { job } = await world.create('branch', { targetUser: TOKEN });
      expect(job.user.id).toBe(world.ids.branch);
      expect((await world.create('branch', { targetUser: world.ids.branch })).job.user.id).toBe(world.ids.branch);
      const foreign = world.bodyFor('branch', { targetUser: world.ids.sibling });
      expect((await world.post('branch', foreign)).status).toBe(404);
      expect((await world.put('branch', job.id, { targetUser: TOKEN, title: 'Komi' })).status).toBe(200);
      const { rows } = await sql<{ text: string }>`select details::text as text from audit_log`.execute(server.db);
      expect(rows.map(({ text }) => text).join()).not.toContain(TOKEN);
      expect(log.length).toBeGreaterThan(0);
      expect(log.join()).not.toContain(TOKEN);
    });

    it('stays the same in an edit; root sends itself or the owner', async () => {
      const { job } = await world.create('root');
      for (const targetUser of [world.ids.branch, world.ids.root])
        expect((await world.put('root', job.id, { targetUser })).status).toBe(200);
      const moved = await world.put('root', job.id, { targetUser: world.ids.sibling });
      expect([moved.status, Object.keys(moved.body.errors.children)]).toEqual([400, ['targetUser']]);
      expect(world.jobOf(await world.get('root', job.id)).user.id).toBe(world.ids.branch);
    });
  });

  describe('jobs of others', () => {
    const foreign = () =>
      [
        ['branch', demo.siblingJob],
        ['branch', demo.otherJob],
        ['company', demo.otherJob],
        ['root', demo.otherJob],
        ['hr', demo.otherJob],
        ['other', demo.job],
        ['root', demo.deletedJob],
        ['root', 999_999_999],
      ] as const;
    it('answer 404 to reading, changing and copying, and stay unchanged', async () => {
      const before = await sql`select id, title, status from jobs order by id`.execute(server.db);
      for (const [as, id] of foreign()) {
        expect([as, id, (await world.get(as, id)).status]).toEqual([as, id, 404]);
        expect([as, id, (await world.put(as, id, { title: 'x', status: 'deleted' })).status]).toEqual([as, id, 404]);
        expect([as, id, (await server.call(copyJob, { as, params: { id } })).status]).toEqual([as, id, 404]);
      }
      const after = await sql`select id, title, status from jobs order by id`.execute(server.db);
      expect(after.rows).toEqual(before.rows);
    });
  });

  it('stores every field and returns it', async () => {
    const full = {
      title: '  Hafta sonu garsonu ',
      description: 'Servis.\nKasa.',
      shifts: [
        { workStartsAt: '08:30', dailyTotalWorkHour: 7.5, weeklyOffDayCount: 2, offTime: 'weekend' },
        { workStartsAt: null, dailyTotalWorkHour: null, weeklyOffDayCount: null, offTime: null },
        { workStartsAt: '16:00', dailyTotalWorkHour: 8, weeklyOffDayCount: null, offTime: null },
      ],
      tagIds: [2, 1],
      languageLevels: [{ languageId: 1, minLanguageLevel: 3 }],
      numberOfHire: 1,
      hiresWanted: 3,
      birthDateMin: 20,
      birthDateMax: 40,
      minExperienceDuration: 12,
      gender: 'male',
      autoShortlistThreshold: 0.85,
      minEducationStatus: 'high_school',
      minEnglishLevel: 2,
      militaryRequirements: '2,3',
      isPartTime: true,
      contactType: 'via_phone',
      contactTypePhoneNumber: '5321234567',
      expectedSalaryMin: 25_000.5,
      expectedSalaryMax: 30_000,
    };
    const { job, jobCreationBalance } = await world.create('root', full);
    expect(jobCreationBalance).toBe(0);
    expect(job).toMatchObject({
      title: 'Hafta sonu garsonu',
      description: 'Servis.\nKasa.',
      status: 'active',
      openedAt: NOW.toISOString(),
      closeReason: null,
      birthDateMin: 20,
      birthDateMax: 40,
      minExperienceDuration: 12,
      gender: 'male',
      autoShortlistEnabled: true,
      autoShortlistThreshold: 0.85,
      minEducationStatus: 'high_school',
      minEnglishLevel: 2,
      militaryRequirements: [2, 3],
      isFullTime: true,
      isPartTime: true,
      isSeasonal: false,
      contactTypePhoneNumber: '5321234567',
      expectedSalaryMin: 25_000.5,
      expectedSalaryMax: 30_000,
      currency: 'TRY',
      numberOfHire: 1,
      hiresWanted: 3,
      hired: 0,
      counts: { applications: 0, unreviewed: 0, shortLists: 0, jobViews: 0 },
      selectedTags: [
        { id: 1, name: 'Travel allowance' },
        { id: 2, name: 'Free meals' },
      ],
      languageLevels: [{ language: { id: 1, name: 'English' }, languageId: 1, minLanguageLevel: 3 }],
    });
    expect(job.shifts).toEqual([full.shifts[0], full.shifts[2]]);
    expect(job.image.url).toContain('default-job-image');
    expect(job.selectedCompanyLocations[0]?.position).toMatch(/^\d+\.\d{7}, \d+\.\d{7}$/);
    expect(world.jobOf(await world.get('branch', job.id))).toEqual(job);
    const emptied = {
      shifts: [],
      tagIds: [],
      languageLevels: [],
      militaryRequirements: null,
      minExperienceDuration: 0,
    };
    expect(world.jobOf(await world.put('branch', job.id, emptied))).toMatchObject({
      shifts: [],
      selectedTags: [],
      languageLevels: [],
      militaryRequirements: [],
      minExperienceDuration: null,
      gender: 'male',
    });
    expect(await audits(job.id)).toMatchObject([
      { action: 'job.created', actor: world.ids.root, details: { status: 'active', wanted: 'active' } },
      { action: 'job.changed', actor: world.ids.branch, details: { fields: Object.keys(emptied) } },
    ]);
  });

  it('shows every demo job to its owner without counting a view', async () => {
    const { rows } = await sql<{ id: number; views: number }>`
      select id, view_count as views from jobs where status <> 'deleted' and organisation_id = ${demo.organisationId}
      order by id`.execute(server.db);
    for (const { id, views } of rows) {
      const { status, body } = await world.get('root', id);
      expect([id, status, body.payload?.job.counts.jobViews]).toEqual([id, 200, views]);
    }
  });

  describe('job status', () => {
    it('closes with a reason, reopens without it and is deleted for good', async () => {
      const { job } = await world.create('branch');
      const put = (body: unknown) => world.put('branch', job.id, body);
      for (const body of [{ status: 'closed' }, { status: 'closed', closeReason: null }]) {
        const refused = await put(body);
        expect([refused.status, refused.body.key, Object.keys(refused.body.errors.children)]).toEqual([
          400,
          ERROR_KEYS.closeReasonRequired,
          ['closeReason'],
        ]);
      }
      server.clock.set(new Date(NOW.getTime() + HOUR));
      expect(world.jobOf(await put({ status: 'closed', closeReason: 'found_via_app' }))).toMatchObject({
        status: 'closed',
        closeReason: 'found_via_app',
        openedAt: NOW.toISOString(),
      });
      expect(world.jobOf(await put({ status: 'closed', title: 'Komi' })).closeReason).toBe('found_via_app');
      const later = new Date(NOW.getTime() + 2 * HOUR);
      server.clock.set(later);
      expect(world.jobOf(await put({ status: 'active' }))).toMatchObject({
        status: 'active',
        closeReason: null,
        openedAt: later.toISOString(),
      });
      const stored = await server.db.selectFrom('jobs').select('closedAt').where('id', '=', job.id).executeTakeFirst();
      expect(stored?.closedAt).toBeNull();
      const drafted = world.jobOf(await put({ status: 'draft', closeReason: 'other' }));
      expect(drafted).toMatchObject({ status: 'draft', closeReason: null, openedAt: later.toISOString() });
      expect(world.jobOf(await put({ status: 'deleted' })).status).toBe('deleted');
      expect((await world.get('branch', job.id)).status).toBe(404);
      expect((await put({ status: 'active' })).status).toBe(404);
      const { body } = await server.call(searchJobs, { as: 'branch', query: { limit: 500 } });
      expect(body.payload.map(({ id }: { id: number }) => id)).not.toContain(job.id);
      expect((await audits(job.id)).at(-1)?.details).toMatchObject({ from: 'draft', to: 'deleted' });
    });

    it('lets a draft be unfinished and asks for the rest when it is published', async () => {
      const { status: _status, ...finished } = world.bodyFor('branch');
      const reply = await world.post('branch', { title: 'Kasiyer', status: 'draft' });
      const draft = world.jobOf(reply);
      const nothing = { position: null, category: null, contactType: null, description: '' };
      expect(draft).toMatchObject({ ...nothing, title: 'Kasiyer', selectedCompanyLocations: [], openedAt: null });
      expect(world.jobOf(await world.get('branch', draft.id))).toEqual(draft);
      // Pasted text can hold invisible characters.
      const query = { q: '\u200eKasi\u00adyer\u200b', status: 'draft' };
      const { body: list } = await server.call(searchJobs, { as: 'branch', query });
      expect(list.payload.find(({ id }: { id: number }) => id === draft.id)).toMatchObject({
        position: null,
        category: null,
      });
      for (const status of ['active', 'closed'] as const) {
        const refused = await world.put('branch', draft.id, { status, closeReason: 'other' });
        expect([refused.status, Object.keys(refused.body.errors.children).sort()]).toEqual([
          400,
          ['categoryId', 'companyLocationIds', 'contactType', 'description', 'isFullTime', 'positionId'],
        ]);
      }
      expect((await world.put('branch', draft.id, { ...finished, status: 'active' })).status).toBe(200);
      // A published job can lose none of it; a draft can.
      expect((await world.put('branch', draft.id, { positionId: null })).status).toBe(400);
      const cleared = { positionId: null, description: null, companyLocationIds: [], contactType: null };
      const again = world.jobOf(await world.put('branch', draft.id, { ...cleared, status: 'draft' }));
      expect(again).toMatchObject({ position: null, description: '', contactType: null, selectedCompanyLocations: [] });
      expect((await server.call(copyJob, { as: 'branch', params: { id: draft.id } })).status).toBe(200);
      expect((await world.put('branch', draft.id, { status: 'deleted' })).status).toBe(200);
    });

    it('keeps the applications of a deleted job readable', async () => {
      const query = { jobId: demo.job, limit: 500 };
      const before = (await server.call(searchApplications, { as: 'branch', query })).body.payload.length;
      expect(before).toBeGreaterThan(0);
      await world.put('branch', demo.job, { status: 'deleted', positionId: null });
      const { status, body } = await server.call(searchApplications, { as: 'branch', query });
      expect([status, body.payload.length]).toEqual([200, before]);
      const params = { id: body.payload[0].id };
      expect((await server.call(getApplication, { as: 'branch', params })).status).toBe(200);
    });

    it('lets a job of a closed branch be closed, but not opened, copied or created', async () => {
      const { job } = await world.create('root');
      const setDeleted = (at: Date | null) =>
        server.db.updateTable('users').set({ deletedAt: at }).where('id', '=', world.ids.branch).execute();
      await setDeleted(NOW);
      try {
        expect((await world.put('root', job.id, { status: 'closed', closeReason: 'other' })).status).toBe(200);
        const opened = await world.put('root', job.id, { status: 'active' });
        expect([opened.status, opened.body.key]).toEqual([409, ERROR_KEYS.conflict]);
        expect((await server.call(copyJob, { as: 'root', params: { id: job.id } })).status).toBe(404);
        expect((await world.post('root', world.bodyFor('root'))).status).toBe(404);
      } finally {
        await setDeleted(null);
      }
    });

    it('waits for a simultaneous deletion of the branch', async () => {
      const client = await server.pool.connect();
      try {
        await client.query('begin');
        await client.query('select 1 from users where id = $1 for update', [world.ids.branch]);
        const made = world.post('root', world.bodyFor('root'));
        await client.query('update users set deleted_at = now() where id = $1', [world.ids.branch]);
        await client.query('commit');
        expect((await made).status).toBe(404);
      } finally {
        client.release();
        await server.db.updateTable('users').set({ deletedAt: null }).where('id', '=', world.ids.branch).execute();
      }
    });
  });

  describe('credits', () => {
    it('takes one for an active job of a company; without any, the job becomes a draft with a notice', async () => {
      await world.setBalance(world.ids.company, 1);
      expect(await world.create('company')).toMatchObject({ job: { status: 'active' }, jobCreationBalance: 0 });
      const short = await world.create('company');
      expect(short).toMatchObject({ job: { status: 'draft', openedAt: null }, jobCreationBalance: 0 });
      const refused = await world.put('company', short.job.id, { status: 'active', title: 'Komi' });
      expect([refused.status, refused.body.key]).toEqual([400, ERROR_KEYS.insufficientBalance]);
      expect(world.jobOf(await world.get('company', short.job.id))).toMatchObject({ status: 'draft', title: 'Garson' });
    });

    it('takes no credit for a draft, one for opening or reopening it, and no credit for staying active', async () => {
      await world.setBalance(world.ids.company, 3);
      const { job, jobCreationBalance } = await world.create('company', { status: 'draft' });
      expect(jobCreationBalance).toBe(3);
      const steps: readonly (readonly [Record<string, unknown>, number])[] = [
        [{ status: 'active' }, 2],
        [{ status: 'active', title: 'Komi' }, 2],
        [{ status: 'closed', closeReason: 'other' }, 2],
        [{ status: 'active' }, 1],
        [{ status: 'draft' }, 1],
        [{ status: 'active' }, 0],
      ];
      for (const [body, left] of steps) {
        const reply = await world.put('company', job.id, body);
        expect([body, reply.status, reply.body.payload.jobCreationBalance]).toEqual([body, 200, left]);
      }
      expect(await world.balanceOf(world.ids.company)).toBe(0);
    });

    it('lets one of two simultaneous activations with one credit succeed', async () => {
      const drafts = [
        await world.create('company', { status: 'draft' }),
        await world.create('company', { status: 'draft' }),
      ];
      await world.setBalance(world.ids.company, 1);
      const replies = await Promise.all(drafts.map(({ job }) => world.put('company', job.id, { status: 'active' })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(replies.find(({ status }) => status === 400)?.body.key).toBe(ERROR_KEYS.insufficientBalance);
      expect(await world.balanceOf(world.ids.company)).toBe(0);
    });

    it('takes one when the same job is opened twice at once', async () => {
      const { job } = await world.create('company', { status: 'draft' });
      await world.setBalance(world.ids.company, 5);
      const replies = await Promise.all([1, 2, 3].map(() => world.put('company', job.id, { status: 'active' })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await world.balanceOf(world.ids.company)).toBe(4);
    });

    it('activates two of five simultaneous new jobs with two credits', async () => {
      await world.setBalance(world.ids.company, 2);
      const made = await Promise.all([1, 2, 3, 4, 5].map(() => world.create('company')));
      expect(made.filter(({ job }) => job.status === 'active')).toHaveLength(2);
      expect(await world.balanceOf(world.ids.company)).toBe(0);
    });

    it('takes no credit for a rejected body', async () => {
      await world.setBalance(world.ids.company, 1);
      expect((await world.post('company', world.bodyFor('company', { positionId: 999_999 }))).status).toBe(400);
      expect(await world.balanceOf(world.ids.company)).toBe(1);
    });
  });

  it('copies everything into a draft except applicants, views and times', async () => {
    const id = demo.siblingJob;
    await world.put('root', id, { hiresWanted: 4 });
    const original = world.jobOf(await world.get('root', id));
    expect(original.hiresWanted).toBe(4);
    const { status, body } = await server.call(copyJob, { as: 'root', params: { id } });
    expect(status).toBe(200);
    expect(original.counts.applications).toBeGreaterThan(0);
    const { job } = body.payload;
    expect(job).toEqual({
      ...original,
      id: job.id,
      createdAt: NOW.toISOString(),
      openedAt: null,
      status: 'draft',
      hired: 0,
      counts: { applications: 0, unreviewed: 0, shortLists: 0, jobViews: 0 },
    });
    expect(await audits(job.id)).toMatchObject([{ action: 'job.copied', details: { from: id } }]);
  });
});
