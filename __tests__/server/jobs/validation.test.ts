import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { JOB_CASES, JOB_WIRE_CASES, type JobCase, type JobRefusal } from '../../support/validationCases/job';
import { testServer, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

const K = ERROR_KEYS;
/** The server's keys for each kind of case: an empty text is too short, and a blank one has no visible character. */
const KEYS: Record<JobRefusal, readonly ErrorKey[]> = {
  required: [K.fieldRequired, K.fieldTooShort, K.fieldInvalid],
  invalid: [K.fieldInvalid],
  tooLong: [K.fieldTooLong],
  tooSmall: [K.fieldTooSmall, K.fieldInvalid],
  tooLarge: [K.fieldTooLarge],
  workTime: [K.workTimeRequired],
  ageRange: [K.ageRange],
  salaryRange: [K.salaryRange],
  oneLocation: [K.oneLocationOnly],
};

interface Node {
  errors?: ErrorKey[];
  children?: Record<string, Node>;
}
const keysIn = ({ errors = [], children = {} }: Node): ErrorKey[] => [
  ...errors,
  ...Object.values(children).flatMap(keysIn),
];

describe('the rules of the job form on the server', () => {
  let server: TestServer;
  let world: JobWorld;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
  });
  afterAll(() => server.close());

  const expectOutcome = (reply: { status: number; body: { errors?: Node } }, { field, refusal }: JobCase) => {
    if (field === null) {
      expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
      return;
    }
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors?.children ?? {})).toEqual([field]);
    const [key] = keysIn(reply.body.errors?.children?.[field] ?? {});
    expect(KEYS[refusal!]).toContain(key);
  };

  it.each([...JOB_CASES, ...JOB_WIRE_CASES].map((one) => [one.name, one] as const))(
    'applies the case to a new job: %s',
    async (_name, one) => {
      const as = one.as === 'root' ? 'root' : 'branch';
      expectOutcome(await world.post(as, world.bodyFor(as, one.change)), one);
    },
  );

  const ofChange = [...JOB_CASES, ...JOB_WIRE_CASES].filter(
    ({ change, as }) => as !== 'root' && change.status !== 'closed' && !Object.values(change).includes(undefined),
  );
  it.each(ofChange.map((one) => [one.name, one] as const))(
    'applies the case to a changed job: %s',
    async (_name, one) => {
      const { job } = await world.create('branch');
      expectOutcome(await world.put('branch', job.id, one.change), one);
    },
  );

  it('checks a change together with the stored job', async () => {
    const { job } = await world.create('branch', {
      birthDateMin: 30,
      birthDateMax: 40,
      expectedSalaryMin: 20_000,
      expectedSalaryMax: 30_000,
    });
    const wrong: readonly (readonly [Record<string, unknown>, string, string])[] = [
      [{ birthDateMax: 30 }, 'birthDateMax', K.ageRange],
      [{ birthDateMin: 41 }, 'birthDateMax', K.ageRange],
      [{ expectedSalaryMin: 30_001 }, 'expectedSalaryMax', K.salaryRange],
      [{ isFullTime: false }, 'isFullTime', K.workTimeRequired],
      [{ contactType: 'via_phone' }, 'contactTypePhoneNumber', K.fieldRequired],
    ];
    for (const [change, field, key] of wrong) {
      const { status, body } = await world.put('branch', job.id, change);
      expect([status, body.errors]).toEqual([400, { children: { [field]: { errors: [key] } } }]);
    }
    expect((await world.put('branch', job.id, { birthDateMin: null, birthDateMax: 20 })).status).toBe(200);
  });

  it('names all wrong fields at once without the failure of a single rule', async () => {
    const change = { isFullTime: false, birthDateMin: 30, birthDateMax: 30 };
    const { status, body } = await world.post('branch', world.bodyFor('branch', change));
    expect([status, body.key]).toEqual([400, K.invalid]);
    expect(Object.keys(body.errors.children).sort()).toEqual(['birthDateMax', 'isFullTime']);
  });

  const unknown = (): readonly (readonly [string, Record<string, unknown>])[] => [
    ['positionId', { positionId: 999_999 }],
    ['categoryId', { categoryId: 999_999 }],
    ['tagIds', { tagIds: [999_999] }],
    ['languageLevels', { languageLevels: [{ languageId: 999_999, minLanguageLevel: 2 }] }],
    ['companyLocationIds', { companyLocationIds: [999_999] }],
    ['companyLocationIds', { companyLocationIds: [world.places.branch, world.places.sibling] }],
    ['companyLocationIds', { companyLocationIds: [world.places.other] }],
    ['targetUser', { targetUser: world.ids.sibling }],
  ];
  it('answers 400 on its field to an unknown or foreign id', async () => {
    const { job } = await world.create('branch');
    for (const [field, change] of unknown()) {
      const changed = await world.put('branch', job.id, change);
      expect([field, changed.status, changed.body.errors]).toEqual([
        field,
        400,
        { children: { [field]: { errors: [K.fieldInvalid] } } },
      ]);
      if (field === 'targetUser') continue;
      const made = await world.post('root', world.bodyFor('root', change));
      expect([field, made.status, Object.keys(made.body.errors.children)]).toEqual([field, 400, [field]]);
    }
  });

  it('rejects a repeated language, and removes a repeated tag, place or military status', async () => {
    const languages = { languageLevels: [1, 1].map((languageId) => ({ languageId, minLanguageLevel: 2 })) };
    expect((await world.post('branch', world.bodyFor('branch', languages))).body.errors.children).toEqual({
      languageLevels: { errors: [K.fieldInvalid] },
    });
    const { branch } = world.places;
    const twice = { tagIds: [1, 1], companyLocationIds: [branch, branch], militaryRequirements: '3,3,1' };
    const { job } = await world.create('branch', twice);
    expect(job.selectedTags).toHaveLength(1);
    expect(job.selectedCompanyLocations).toHaveLength(1);
    expect(job.militaryRequirements).toEqual([3, 1]);
  });

  it.each([
    [0.85, 0.85],
    [0.123_456, 0.1235],
    [5e-324, 0],
  ])('stores a threshold of %d as %d', async (autoShortlistThreshold, kept) => {
    const { job } = await world.create('branch', { status: 'draft', autoShortlistThreshold });
    expect(job.autoShortlistThreshold).toBe(kept);
  });

  it('allows a company one place of work and no auto-shortlist', async () => {
    const two = { companyLocationIds: [world.places.company, 999] };
    const { status, body } = await world.post('company', world.bodyFor('company', two));
    expect([status, body.key]).toEqual([400, K.oneLocationOnly]);
    const { job } = await world.create('company', { status: 'draft', autoShortlistThreshold: 0.5 });
    expect([job.autoShortlistEnabled, job.autoShortlistThreshold]).toEqual([false, null]);
    const refused = await world.put('company', job.id, { companyLocationIds: [world.places.company, 999] });
    expect(refused.body.key).toBe(K.oneLocationOnly);
  });

  it('requires a peopleBox project only while the credential is active', async () => {
    const { job } = await world.create('branch', { peopleBoxProject: 7 });
    expect(job.peopleBoxProjectId).toBeNull();
    await server.db
      .updateTable('users')
      .set({ peopleBoxStatus: 'active' })
      .where('id', '=', world.ids.branch)
      .execute();
    try {
      const missing = await world.post('branch', world.bodyFor('branch'));
      expect([missing.status, missing.body.errors.children]).toEqual([
        400,
        { peopleBoxProject: { errors: [K.fieldRequired] } },
      ]);
      const huge = await world.put('branch', job.id, { peopleBoxProject: 2 ** 31 });
      expect(huge.body.errors.children).toEqual({ peopleBoxProject: { errors: [K.fieldTooLarge] } });
      expect(world.jobOf(await world.put('branch', job.id, { peopleBoxProject: 7 })).peopleBoxProjectId).toBe(7);
      expect((await world.put('branch', job.id, { title: 'Aşçı' })).status).toBe(200);
    } finally {
      await server.db.updateTable('users').set({ peopleBoxStatus: null }).where('id', '=', world.ids.branch).execute();
    }
  });

  it('stores a phone only for contact by phone', async () => {
    const { job } = await world.create('branch', { contactTypePhoneNumber: '5321234567' });
    expect(job.contactTypePhoneNumber).toBeNull();
    const byPhone = { contactType: 'via_phone', contactTypePhoneNumber: '5321234567' };
    expect(world.jobOf(await world.put('branch', job.id, byPhone)).contactTypePhoneNumber).toBe('5321234567');
    expect(world.jobOf(await world.put('branch', job.id, { title: 'Komi' })).contactTypePhoneNumber).toBe('5321234567');
    const silent = world.jobOf(await world.put('branch', job.id, { contactType: 'no_contact' }));
    expect(silent.contactTypePhoneNumber).toBeNull();
  });
});
