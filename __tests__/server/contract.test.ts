import { ERROR_KEYS, type ErrorKey } from '../../contract/constants/errorKeys';
import { ROUTES, errorKeysOf } from '../../contract/routes/index';
import * as account from '../../contract/routes/account';
import * as applications from '../../contract/routes/applications';
import * as appointments from '../../contract/routes/appointments';
import * as chat from '../../contract/routes/chat';
import * as commerce from '../../contract/routes/commerce';
import * as decisions from '../../contract/routes/decisions';
import * as publicPage from '../../contract/routes/publicPage';
import * as firstDay from '../../contract/routes/firstDay';
import * as organisation from '../../contract/routes/organisation';
import * as privacy from '../../contract/routes/privacy';
import * as product from '../../contract/routes/product';
import * as reference from '../../contract/routes/reference';
import * as today from '../../contract/routes/today';
import * as views from '../../contract/routes/views';
import { DEMO_PASSWORD } from '../support/demo';
import { testServer, type CallOptions, type TestServer } from '../support/testServer';
import { JOB_BODY } from '../support/validationCases/job';
import { findWorld, type World } from '../support/world';

/** An id that nothing in the store has. */
const ABSENT = 999_999_999;
const { invalid, unauthorized, forbidden, notFound, jobNotActive, threadBlocked, appointmentStatusInvalid } =
  ERROR_KEYS;

type Case = readonly [outcome: 'success' | ErrorKey, status: number, options: (world: World) => CallOptions];

const anyone =
  (options: CallOptions = {}) =>
  () =>
    options;
const nobody: Case = [unauthorized, 401, anyone({ as: null, params: { id: 1, externalId: 'w' } })];
const success = (options: (world: World) => CallOptions): Case => ['success', 200, options];
const wrong = (options: (world: World) => CallOptions): Case => [invalid, 400, options];
const absent = (options: (world: World) => CallOptions): Case => [notFound, 404, options];
const branch = (options: CallOptions = {}): CallOptions => ({ as: 'branch', ...options });
const gateway = (options: CallOptions = {}): CallOptions => ({ as: 'gateway', ...options });
/** Returns a valid body of a job of the branch with the given changes. */
const job = ({ locationId, positionId, categoryId }: World, change: Record<string, unknown> = {}) => ({
  ...JOB_BODY,
  positionId,
  categoryId,
  companyLocationIds: [locationId],
  ...change,
});
/** Breaks each rule of the job form once. */
const JOB_RULES: readonly (readonly [ErrorKey, Record<string, unknown>])[] = [
  [ERROR_KEYS.ageRange, { birthDateMin: 40, birthDateMax: 30 }],
  [ERROR_KEYS.salaryRange, { expectedSalaryMin: 2, expectedSalaryMax: 1 }],
  [ERROR_KEYS.workTimeRequired, { isFullTime: false, isPartTime: false, isSeasonal: false }],
  [ERROR_KEYS.imageUploadMissing, { image: 'https://example.com/cover.jpg' }],
];
const login = (email: string, password = DEMO_PASSWORD) => anyone({ as: null, body: { email, password } });

/** A call for the success and for each error key of every route. */
const CASES: Record<string, readonly Case[]> = {
  login: [
    success(login('branch@demo.test')),
    wrong(anyone({ as: null, body: { email: 'not an email', password: 'x' } })),
    [ERROR_KEYS.wrongCredentials, 400, login('branch@demo.test', 'wrong-one')],
    [ERROR_KEYS.noDashboardAccess, 403, login('closed@demo.test')],
    [ERROR_KEYS.workerLogin, 403, login('worker@demo.test')],
    [ERROR_KEYS.unknownUserType, 403, login('unknown@demo.test')],
  ],
  logout: [success(() => ({ as: 'empty' })), nobody],
  postReauthenticate: [
    success(() => branch({ body: { password: DEMO_PASSWORD } })),
    [ERROR_KEYS.wrongCredentials, 400, () => branch({ body: { password: 'wrong-one' } })],
    wrong(() => branch({ body: { password: 'x' } })),
    nobody,
  ],
  getCurrentUser: [success(() => branch()), nobody],
  updateFcmToken: [
    success(() => branch({ body: { fcm_token: null } })),
    wrong(() => branch({ body: { fcm_token: '' } })),
    nobody,
  ],
  getCategories: [success(() => branch()), nobody],
  getHolidays: [success(() => branch()), nobody],
  postFormInputList: [
    success(() => branch({ body: { formName: 'JobForm' } })),
    wrong(() => branch({ body: { formName: 'NoForm' } })),
    nobody,
  ],
  getBranchJobCounts: [success(() => ({ as: 'root' })), [forbidden, 403, () => branch()], nobody],
  searchJobs: [
    success(({ branchId }) => ({ as: 'root', query: { branchId, sorting: 'branchName:asc', q: 'gar' } })),
    wrong(() => branch({ query: { sorting: 'branchName:asc' } })),
    absent(({ siblingBranchId }) => branch({ query: { branchId: siblingBranchId } })),
    nobody,
  ],
  getJobCounts: [success(() => branch()), nobody],
  postJob: [
    success((world) => branch({ body: job(world), headers: { 'idempotency-key': 'contract' } })),
    wrong((world) => branch({ body: job(world, { title: ' ' }) })),
    ...JOB_RULES.map(([key, change]): Case => [key, 400, (world) => branch({ body: job(world, change) })]),
    [ERROR_KEYS.oneLocationOnly, 400, (world) => ({ as: 'company', body: job(world, { companyLocationIds: [1, 2] }) })],
    absent((world) => branch({ body: job(world, { targetUser: world.siblingBranchId }) })),
    [
      ERROR_KEYS.idempotencyMismatch,
      409,
      (world) => branch({ body: job(world, { title: 'Komi' }), headers: { 'idempotency-key': 'contract' } }),
    ],
    nobody,
  ],
  getJob: [
    success(({ job: id }) => branch({ params: { id } })),
    wrong(() => branch({ params: { id: 'x' } })),
    absent(({ siblingJob: id }) => branch({ params: { id } })),
    nobody,
  ],
  putJob: [
    success(({ job: id }) => branch({ params: { id }, body: { title: 'Garson' } })),
    wrong(({ job: id }) => branch({ params: { id }, body: { title: 1 } })),
    ...JOB_RULES.map(([key, body]): Case => [
      key,
      400,
      ({ job: id }) => branch({ params: { id }, body: { isFullTime: true, ...body } }),
    ]),
    [
      ERROR_KEYS.oneLocationOnly,
      400,
      ({ otherJob: id }) => ({ as: 'other', params: { id }, body: { companyLocationIds: [1, 2] } }),
    ],
    [ERROR_KEYS.closeReasonRequired, 400, ({ job: id }) => branch({ params: { id }, body: { status: 'closed' } })],
    absent(({ otherJob: id }) => branch({ params: { id }, body: {} })),
    nobody,
  ],
  copyJob: [
    success(({ job: id }) => branch({ params: { id } })),
    wrong(() => branch({ params: { id: 0 } })),
    absent(({ otherJob: id }) => branch({ params: { id } })),
    nobody,
  ],
  getPositions: [
    success(() => branch({ query: { q: 'gar' } })),
    wrong(() => branch({ query: { q: 'x'.repeat(101) } })),
    nobody,
  ],
  getSpokenLanguages: [success(() => branch()), nobody],
  getTags: [success(() => branch()), nobody],
  postTag: [success(() => branch({ body: { name: 'Prim' } })), wrong(() => branch({ body: { name: ' ' } })), nobody],
  getCompanyLocations: [
    success(({ branchId: targetUserId }) => ({ as: 'root', query: { targetUserId } })),
    wrong(() => ({ as: 'root' })),
    absent(({ siblingBranchId: targetUserId }) => branch({ query: { targetUserId } })),
    nobody,
  ],
  postCompanyLocation: [
    success(() => branch({ body: { name: 'Moda', location: '40.98, 29.02' } })),
    wrong(() => branch({ body: { name: 'Moda', location: '95.0, 29.02' } })),
    absent(({ siblingBranchId: targetUser }) =>
      branch({ body: { name: 'Moda', location: '40.98, 29.02', targetUser } }),
    ),
    nobody,
  ],
  postJobImage: [
    success(() => branch({ body: { fileName: 'a.jpg', contentType: 'image/jpeg', contentLength: 1000 } })),
    wrong(() => branch({ body: { fileName: 'a.jpg', contentType: 'image/gif', contentLength: 1000 } })),
    nobody,
  ],
  searchApplications: [
    success(() => branch({ query: { status: 'in_progress,accepted', limit: 20, gender: 'female' } })),
    wrong(() => branch({ query: { page: 0 } })),
    absent(({ otherJob }) => branch({ query: { jobId: otherJob } })),
    nobody,
  ],
  putShortlist: [
    success(({ application }) => branch({ params: { id: application }, body: { isShortlisted: true } })),
    wrong(({ application }) => branch({ params: { id: application }, body: { isShortlisted: 'yes' } })),
    absent(({ otherApplication }) => branch({ params: { id: otherApplication }, body: { isShortlisted: true } })),
    [
      jobNotActive,
      409,
      ({ applicationOfClosedJob }) => branch({ params: { id: applicationOfClosedJob }, body: { isShortlisted: true } }),
    ],
    nobody,
  ],
  putSeen: [
    success(({ application }) => branch({ params: { id: application } })),
    wrong(() => branch({ params: { id: 'x' } })),
    absent(({ siblingApplication }) => branch({ params: { id: siblingApplication } })),
    nobody,
  ],
  getMyAppointments: [
    success(() => branch({ query: { withFeedback: true, withStatusLog: true, statusGroup: 'waiting,cancelled' } })),
    wrong(() => branch({ query: { statusGroup: 'soon' } })),
    absent(({ siblingJob }) => branch({ query: { jobId: siblingJob } })),
    nobody,
  ],
  gatewayJobs: [
    success(() => gateway({ query: { near: '41.0, 29.0', radiusKm: 30, q: 'garson' } })),
    wrong(() => gateway({ query: { near: '95.0, 29.0' } })),
    nobody,
  ],
  gatewayPutWorker: [
    success(() => gateway({ params: { externalId: 'contract-1' }, body: { firstName: 'Ada', lastName: 'Ünal' } })),
    wrong(() => gateway({ params: { externalId: 'contract-1' }, body: { lastName: 'Ünal' } })),
    nobody,
  ],
  gatewayApply: [
    success(({ job, workerId }) => gateway({ params: { id: job }, body: { workerId } })),
    wrong(({ job }) => gateway({ params: { id: job }, body: {} })),
    absent(({ deletedJob, workerId }) => gateway({ params: { id: deletedJob }, body: { workerId } })),
    [
      jobNotActive,
      409,
      ({ closedJob, freshWorkerId: workerId }) => gateway({ params: { id: closedJob }, body: { workerId } }),
    ],
    nobody,
  ],
  gatewayReject: [
    success(({ application, workerId }) => gateway({ params: { id: application }, body: { workerId, reason: 'x' } })),
    wrong(({ application }) => gateway({ params: { id: application }, body: { workerId: 'x' } })),
    absent(({ application, freshWorkerId: workerId }) => gateway({ params: { id: application }, body: { workerId } })),
    nobody,
  ],
  gatewayThreads: [
    success(({ threadWorkerId }) => gateway({ params: { id: threadWorkerId } })),
    wrong(() => gateway({ params: { id: 0 } })),
    absent(() => gateway({ params: { id: ABSENT } })),
    nobody,
  ],
  gatewayMessages: [
    success(({ threadId, threadWorkerId: workerId }) => gateway({ params: { id: threadId }, query: { workerId } })),
    wrong(({ threadId }) => gateway({ params: { id: threadId } })),
    absent(({ threadId, freshWorkerId: workerId }) => gateway({ params: { id: threadId }, query: { workerId } })),
    nobody,
  ],
  gatewaySend: [
    success(({ threadId, threadWorkerId: workerId }) =>
      gateway({ params: { id: threadId }, body: { workerId, body: ' Merhaba ', client_message_id: 'c1' } }),
    ),
    wrong(({ threadId, threadWorkerId: workerId }) =>
      gateway({ params: { id: threadId }, body: { workerId, body: ' \n ', client_message_id: 'c2' } }),
    ),
    absent(({ threadId, freshWorkerId: workerId }) =>
      gateway({ params: { id: threadId }, body: { workerId, body: 'x', client_message_id: 'c3' } }),
    ),
    [
      threadBlocked,
      409,
      ({ blockedThreadId, blockedWorkerId: workerId }) =>
        gateway({ params: { id: blockedThreadId }, body: { workerId, body: 'x', client_message_id: 'c4' } }),
    ],
    nobody,
  ],
  gatewayAnswerAppointment: [
    success(({ waitingAppointment: id, waitingWorkerId: workerId }) =>
      gateway({ params: { id }, body: { workerId, status: 'active' } }),
    ),
    wrong(({ waitingAppointment: id, waitingWorkerId: workerId }) =>
      gateway({ params: { id }, body: { workerId, status: 'ACTIVE' } }),
    ),
    absent(({ waitingAppointment: id, freshWorkerId: workerId }) =>
      gateway({ params: { id }, body: { workerId, status: 'active' } }),
    ),
    [
      appointmentStatusInvalid,
      409,
      ({ waitingAppointment: id, waitingWorkerId: workerId }) =>
        gateway({ params: { id }, body: { workerId, status: 'rejected' } }),
    ],
    nobody,
  ],
  gatewayAttendance: [
    success(({ waitingAppointment: id, waitingWorkerId: workerId }) =>
      gateway({ params: { id }, body: { workerId, answer: 'late', minutes: 20 } }),
    ),
    wrong(({ waitingAppointment: id, waitingWorkerId: workerId }) =>
      gateway({ params: { id }, body: { workerId, answer: 'late' } }),
    ),
    absent(({ waitingAppointment: id, freshWorkerId: workerId }) =>
      gateway({ params: { id }, body: { workerId, answer: 'coming' } }),
    ),
    nobody,
  ],
  gatewayConfirmFirstDay: [
    wrong(({ application }) => gateway({ params: { id: application }, body: { workerId: 'x' } })),
    absent(({ application, freshWorkerId: workerId }) => gateway({ params: { id: application }, body: { workerId } })),
    nobody,
  ],
  gatewayEraseWorker: [
    wrong(() => gateway({ params: { id: 'x' } })),
    absent(() => gateway({ params: { id: ABSENT } })),
    nobody,
  ],
  gatewayEvents: [
    success(() => gateway({ query: { after: 0, limit: 5 } })),
    wrong(() => gateway({ query: { after: -1 } })),
    nobody,
  ],
};

/**
 * Keys that other tests cover, because they control clock, tries, credits, files and hires: session/login, jobs/,
 * appointments/, hires/, privacy/.
 */
const ELSEWHERE = new Set<string>([
  `login ${ERROR_KEYS.tooManyRequests}`,
  `login ${ERROR_KEYS.challengeRequired}`,
  `postReauthenticate ${ERROR_KEYS.tooManyRequests}`,
  `gatewayAnswerAppointment ${ERROR_KEYS.appointmentMoved}`,
  `postJobImage ${ERROR_KEYS.tooManyRequests}`,
  `postJobImage ${ERROR_KEYS.quotaUploads}`,
  `postJobImage ${ERROR_KEYS.quotaStorage}`,
  `postJob ${ERROR_KEYS.quotaJobs}`,
  `copyJob ${ERROR_KEYS.quotaJobs}`,
  `postJob ${ERROR_KEYS.imageInvalid}`,
  `putJob ${ERROR_KEYS.imageInvalid}`,
  `postJob ${ERROR_KEYS.idempotencyInFlight}`,
  `putJob ${ERROR_KEYS.insufficientBalance}`,
  `putJob ${ERROR_KEYS.conflict}`,
  `gatewayAttendance ${appointmentStatusInvalid}`,
  `gatewayAttendance ${threadBlocked}`,
  'gatewayConfirmFirstDay success',
  'gatewayEraseWorker success',
  `gatewayEraseWorker ${ERROR_KEYS.privacyOnHold}`,
  `gatewayEraseWorker ${ERROR_KEYS.privacyOpenAppointment}`,
  `gatewayConfirmFirstDay ${ERROR_KEYS.firstDayMissing}`,
  `gatewayConfirmFirstDay ${ERROR_KEYS.firstDayRecorded}`,
]);

/**
 * Routes with their own tests (account, applications, appointments, chat, commerce, organisation, reference, product,
 * views). scripts/check-error-keys.mjs checks that those cover every key.
 */
const OWN_SUITES = new Set(
  [
    account,
    applications,
    appointments,
    chat,
    commerce,
    decisions,
    publicPage,
    firstDay,
    organisation,
    privacy,
    product,
    reference,
    today,
    views,
  ].flatMap((routes) => Object.values(routes).map(({ id }) => id)),
);

describe('every route with its success and each of its error keys', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  it('has a case for each of them', () => {
    const has = new Set(Object.entries(CASES).flatMap(([id, cases]) => cases.map(([outcome]) => `${id} ${outcome}`)));
    const wanted = ROUTES.filter(({ id }) => !OWN_SUITES.has(id)).flatMap((route) =>
      ['success', ...errorKeysOf(route)].map((outcome) => `${route.id} ${outcome}`),
    );
    expect(wanted.filter((name) => !has.has(name) && !ELSEWHERE.has(name))).toEqual([]);
  });

  const table = ROUTES.flatMap((route) => (CASES[route.id] ?? []).map((one) => [route.id, ...one, route] as const));

  // `call` checks every reply against the contract's schema.
  it.each(table)('answers %s with %s (%d)', async (_id, outcome, status, options, route) => {
    const reply = await server.call(route, options(world));
    expect(reply.status).toBe(status);
    if (outcome === 'success') expect(reply.body).toMatchObject({ ok: true });
    else expect(reply.body).toMatchObject({ ok: false, key: outcome });
  });
});
