import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { postAppointment } from '../../contract/routes/appointments';
import { ROUTES } from '../../contract/routes/index';
import { getOrganisationSettings, putOrganisationSettings } from '../../contract/routes/organisation';
import { rightCall, type Fields } from '../support/rightCalls';
import { NEVER_RIGHT, schemaOf } from '../support/spoiledCalls';
import { testServer, type CallOptions, type TestServer } from '../support/testServer';
import { findWorld, type World } from '../support/world';

/** An id that no row has: 128 hexadecimal bits name a bulk action or an export, a text names a basket or a link. */
const ABSENT = Number.MAX_SAFE_INTEGER;
const absentIn = (name: string, path: string): unknown => {
  if (/bulk|export\/:id|exports|:paymentId/.test(path) && name !== 'jobId') return 'f'.repeat(32);
  return name === 'id' || name === 'jobId' || name === 'threadId' ? ABSENT : undefined;
};

/** The routes that name a row in their path and take a query or a body. `gatewayPutWorker` makes the row that it names. */
const NAMING = ROUTES.filter(({ params, query, body, id }) => params && (query || body) && id !== 'gatewayPutWorker');

/**
 * Bodies that only a rule of the service refuses, whatever the path names. A new route must appear here or below.
 */
const REFUSED: Record<string, readonly Fields[]> = {
  putJob: [
    { birthDateMin: 40, birthDateMax: 30 },
    { birthDateMin: 30, birthDateMax: 30 },
    { expectedSalaryMin: 2, expectedSalaryMax: 1 },
    { expectedSalaryMin: 1.005 },
    { languageLevels: [1, 1].map((languageId) => ({ languageId, minLanguageLevel: 1 })) },
    { languageLevels: [{ languageId: ABSENT, minLanguageLevel: 1 }] },
    { positionId: ABSENT },
    { categoryId: ABSENT },
    { tagIds: [ABSENT] },
    { answerRemaining: { templateId: null } },
    { status: 'closed', closeReason: null },
    { status: 'closed' },
  ],
  postBranch: [{ location: '95.0, 29.0' }, { taxOffice: ABSENT }],
  putDecline: [
    { tell: 'never' },
    { tell: 'never', reason: 'too_far' },
    { tell: 'never', reason: null },
    { reason: 'other' },
    { reason: 'other', note: null },
    { note: ' ab ' },
  ],
  putFeedback: [
    { status: 'offer_sent' },
    { isApplicantCameToAppointment: null, isAppointmentPositive: true },
    { isApplicantCameToAppointment: false, isOfferSentToApplicant: true },
  ],
  putFirstDay: [{ startsAt: '2020-01-01 09:00:00' }, { startsAt: '2031-01-01 09:01:00' }],
  putAppointmentTime: [{ startAt: '2020-01-01 09:00:00' }, { startAt: '2031-01-01 09:01:00' }],
  putSnooze: [{ until: '2020-01-01T00:00:00.000Z' }, { until: '2039-01-01T00:00:00.000Z' }],
  gatewayAttendance: [
    { answer: 'late', minutes: undefined },
    { answer: 'coming', minutes: 10 },
  ],
};

/** Routes whose schema finds every error that can be found without the row. */
const BY_SCHEMA: readonly string[] = [
  'postResetPassword',
  'postHrAccount',
  'deleteFeedback',
  'getHistory',
  'putShortlist',
  'sendCv',
  'findOneApplicationAppointments',
  'getJobAppointments',
  'putAppointmentStatus',
  'getBulkItems',
  'putFirstDayOutcome',
  'addBasketItem',
  'putBasketItem',
  'getConversation',
  'postErasure',
  'putHold',
  'putSettle',
  'putView',
  'gatewayAnswerAppointment',
  'gatewayApply',
  'gatewayConfirmFirstDay',
  'gatewayMessages',
  'gatewayReject',
  'gatewaySend',
];

describe('an invalid call that names an absent row', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    const { body } = await server.call(getOrganisationSettings, { as: 'root' });
    const { tellingMinutes, version } = body.payload.settings;
    const settings = { tellingMinutes, version, personalFilters: false };
    expect((await server.call(putOrganisationSettings, { as: 'root', body: settings })).status).toBe(200);
  });
  afterAll(() => server.close());

  const absentCall = (route: (typeof ROUTES)[number]): CallOptions => {
    const right = rightCall(route, world);
    const names = Object.keys(schemaOf(route.params)!.properties);
    const absent = names.map((name) => [name, absentIn(name, route.path) ?? right.params?.[name]]);
    return { ...right, params: Object.fromEntries(absent) };
  };

  it('has cases for every route whose path names a row', () => {
    expect([...Object.keys(REFUSED), ...BY_SCHEMA].sort()).toEqual(NAMING.map(({ id }) => id).sort());
  });

  it.each(NAMING.map((route) => [route.id, route] as const))(
    'is 400 at %s, and 404 once it is right',
    async (id, route) => {
      const right = absentCall(route);
      for (const part of ['query', 'body'] as const) {
        for (const [field, { type }] of Object.entries(schemaOf(route[part])?.properties ?? {})) {
          // Query values arrive as text.
          if (type === undefined || (part === 'query' && type === 'string')) continue;
          const spoiled = { ...right, [part]: { ...(right[part] as Fields), [field]: NEVER_RIGHT[type] } };
          expect([field, (await server.call(route, spoiled)).status]).toEqual([field, 400]);
        }
      }
      for (const change of REFUSED[id] ?? []) {
        const refused = { ...right, body: { ...(right.body as Fields), ...change } };
        expect([change, (await server.call(route, refused)).status]).toEqual([change, 400]);
      }
      expect((await server.call(route, right)).status).toBe(404);
    },
  );

  const PERSONAL = { gender: 'female' };
  const elsewhere: readonly (readonly [string, CallOptions & { body?: Fields }])[] = [
    ['postJob', { body: { targetUser: ABSENT, positionId: ABSENT } }],
    ['postJob', { body: { targetUser: ABSENT, isCreatingForBranchAccount: false }, as: 'hr' }],
    ['postAppointment', { body: { applicationId: ABSENT, startAt: '2020-01-01 10:00:00' } }],
    ['sendMessage', { body: { user_id: ABSENT, message_status: 0, body: 'WhatsApp: 0532 123 45 67' } }],
    ['postCompanyLocation', { body: { targetUser: ABSENT, location: '95.0, 29.0' } }],
    ['payByCard', { body: { expireYear: '20' } }],
    ['postView', { body: { isShared: true, query: { jobId: ABSENT } }, as: 'branch' }],
    ['searchJobs', { query: { branchId: ABSENT, sorting: 'branchName:asc' }, as: 'hr' }],
    ['searchApplications', { query: { jobId: ABSENT, ...PERSONAL } }],
    ['searchApplications', { query: { branchId: ABSENT, ...PERSONAL }, as: 'branch' }],
    ['exportExcel', { body: { applications: undefined, query: { jobId: ABSENT, ...PERSONAL } } }],
    ['previewBulk', { body: { ids: undefined, query: { jobId: ABSENT, ...PERSONAL } } }],
    ['postBulk', { body: { ids: undefined, query: { jobId: ABSENT, ...PERSONAL } } }],
    ['previewBulk', { body: { action: 'decline', ids: [ABSENT], options: { tell: 'never' } } }],
  ];
  it.each(elsewhere)('is 400 at %s where the query or the body names the row', async (id, { as, query, body }) => {
    const route = ROUTES.find((one) => one.id === id)!;
    const right = rightCall(route, world);
    const { status } = await server.call(route, {
      ...right,
      ...(as && { as }),
      query: { ...right.query, ...query },
      body: body && { ...(right.body as Fields), ...body },
    });
    expect(status).toBe(400);
  });

  it('is 404 before 409 when an invitation names an appointment that is not the applicant’s', async () => {
    const right = rightCall(postAppointment, world);
    const call = { ...right, as: 'branch', body: { ...(right.body as Fields), workerId: world.workerId } } as const;
    const notShortlisted = await server.call(postAppointment, call);
    expect([notShortlisted.status, notShortlisted.body.key]).toEqual([409, ERROR_KEYS.appointmentNotShortlisted]);
    const unknown = { ...call, body: { ...call.body, rebookOf: ABSENT } };
    expect((await server.call(postAppointment, unknown)).status).toBe(404);
  });
});
