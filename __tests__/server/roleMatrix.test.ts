import { ROUTES } from '../../contract/routes/index';
import type { RouteContract } from '../../contract/routes/defineRoute';
import { testServer, type TestServer } from '../support/testServer';

/**
 * The permissions of docs/API.md#scope and docs/API.md#order-of-answers, written by hand. `in` means that the call
 * passes the guard, whatever follows; 401 and 403 are statuses. The columns: no token, branch, company, hr_account,
 * root, gateway key.
 */
const WHO = ['nobody', 'branch', 'company', 'hr', 'root', 'gateway'] as const;
type Answer = 'in' | 401 | 403;
type Row = readonly [Answer, Answer, Answer, Answer, Answer, Answer];

const ANYONE: Row = ['in', 'in', 'in', 'in', 'in', 'in'];
const EVERY_EMPLOYER: Row = [401, 'in', 'in', 'in', 'in', 401];
const HR_AND_ROOT: Row = [401, 403, 403, 'in', 'in', 401];
const ROOT_ONLY: Row = [401, 403, 403, 403, 'in', 401];
const COMPANY_ONLY: Row = [401, 403, 'in', 403, 403, 401];
const OWNERS: Row = [401, 403, 'in', 403, 'in', 401];
const GATEWAY_ONLY: Row = [401, 401, 401, 401, 401, 'in'];

const MATRIX: Record<string, Row> = {
  login: ANYONE,
  postReauthenticate: EVERY_EMPLOYER,
  logout: EVERY_EMPLOYER,
  getCurrentUser: EVERY_EMPLOYER,
  updateFcmToken: EVERY_EMPLOYER,
  registerCompany: ANYONE,
  putSendCode: ANYONE,
  postVerifyPhone: ANYONE,
  postForgetPassword: ANYONE,
  getResetToken: ANYONE,
  postResetPassword: ANYONE,
  postProfileUpdate: [401, 403, 'in', 403, 'in', 401],
  getSessions: EVERY_EMPLOYER,
  getEmailRestoration: ANYONE,
  postEmailRestoration: ANYONE,
  deleteSession: EVERY_EMPLOYER,
  deleteOtherSessions: EVERY_EMPLOYER,
  getCategories: EVERY_EMPLOYER,
  getHolidays: EVERY_EMPLOYER,
  postFormInputList: EVERY_EMPLOYER,
  getTaxOffices: EVERY_EMPLOYER,
  getCountries: ANYONE,
  postCountryCheck: ANYONE,
  getPlaces: ANYONE,
  getNearbyPlaces: ANYONE,
  getContent: ANYONE,
  getBranchJobCounts: HR_AND_ROOT,
  getBranches: HR_AND_ROOT,
  putBranch: HR_AND_ROOT,
  postBranch: HR_AND_ROOT,
  deleteBranch: HR_AND_ROOT,
  inviteBranch: HR_AND_ROOT,
  importBranches: HR_AND_ROOT,
  getHrAccounts: ROOT_ONLY,
  putHrAccount: ROOT_ONLY,
  postHrAccount: ROOT_ONLY,
  deleteHrAccount: ROOT_ONLY,
  inviteHrAccount: ROOT_ONLY,
  importHrAccounts: ROOT_ONLY,
  getOrganisationSettings: [401, 403, 'in', 'in', 'in', 401],
  putOrganisationSettings: [401, 403, 'in', 403, 'in', 401],
  getRetention: OWNERS,
  getPrivacyRequests: OWNERS,
  postRequestAnswered: OWNERS,
  getHolds: OWNERS,
  postPersonExport: OWNERS,
  postDueList: OWNERS,
  getPersonExport: OWNERS,
  getPersonExportFile: OWNERS,
  postErasure: OWNERS,
  putHold: OWNERS,
  getSubscriptionPlans: COMPANY_ONLY,
  getSubscriptions: COMPANY_ONLY,
  cancelSubscription: COMPANY_ONLY,
  getPackages: COMPANY_ONLY,
  getProducts: COMPANY_ONLY,
  createBasket: COMPANY_ONLY,
  getOpenBasket: COMPANY_ONLY,
  getBasket: COMPANY_ONLY,
  addBasketItem: COMPANY_ONLY,
  putBasketItem: COMPANY_ONLY,
  deleteBasketItem: COMPANY_ONLY,
  payByCard: COMPANY_ONLY,
  startCheckout: COMPANY_ONLY,
  initPayment: COMPANY_ONLY,
  syncPayment: COMPANY_ONLY,
  getReceipt: COMPANY_ONLY,
  getStatement: COMPANY_ONLY,
  searchJobs: EVERY_EMPLOYER,
  getJobCounts: EVERY_EMPLOYER,
  postJob: EVERY_EMPLOYER,
  getJob: EVERY_EMPLOYER,
  putJob: EVERY_EMPLOYER,
  copyJob: EVERY_EMPLOYER,
  getPositions: EVERY_EMPLOYER,
  getSpokenLanguages: EVERY_EMPLOYER,
  getTags: EVERY_EMPLOYER,
  postTag: EVERY_EMPLOYER,
  getCompanyLocations: EVERY_EMPLOYER,
  postCompanyLocation: EVERY_EMPLOYER,
  postJobImage: EVERY_EMPLOYER,
  searchApplications: EVERY_EMPLOYER,
  putShortlist: EVERY_EMPLOYER,
  putSeen: EVERY_EMPLOYER,
  sendExcel: EVERY_EMPLOYER,
  exportExcel: EVERY_EMPLOYER,
  getExport: EVERY_EMPLOYER,
  getExportFile: EVERY_EMPLOYER,
  sendCv: EVERY_EMPLOYER,
  exportCv: EVERY_EMPLOYER,
  previewBulk: EVERY_EMPLOYER,
  postBulk: EVERY_EMPLOYER,
  getBulks: EVERY_EMPLOYER,
  getBulk: EVERY_EMPLOYER,
  getBulkItems: EVERY_EMPLOYER,
  undoBulk: EVERY_EMPLOYER,
  getApplication: EVERY_EMPLOYER,
  getHistory: EVERY_EMPLOYER,
  postComment: [401, 'in', 403, 'in', 'in', 401],
  putFeedback: EVERY_EMPLOYER,
  getNeeds: EVERY_EMPLOYER,
  getStages: EVERY_EMPLOYER,
  putSettle: EVERY_EMPLOYER,
  putSnooze: EVERY_EMPLOYER,
  getViews: EVERY_EMPLOYER,
  postView: EVERY_EMPLOYER,
  putView: EVERY_EMPLOYER,
  deleteView: EVERY_EMPLOYER,
  putDecline: EVERY_EMPLOYER,
  deleteDecline: EVERY_EMPLOYER,
  deleteFeedback: EVERY_EMPLOYER,
  putFirstDay: EVERY_EMPLOYER,
  putFirstDayOutcome: EVERY_EMPLOYER,
  getMyAppointments: EVERY_EMPLOYER,
  postAppointment: EVERY_EMPLOYER,
  getJobAppointments: EVERY_EMPLOYER,
  findApplicationAppointments: EVERY_EMPLOYER,
  findOneApplicationAppointments: EVERY_EMPLOYER,
  putAppointmentStatus: EVERY_EMPLOYER,
  putAppointmentTime: EVERY_EMPLOYER,
  postAppointmentFeedback: EVERY_EMPLOYER,
  getAppointmentCalendar: EVERY_EMPLOYER,
  getCalendarFeed: EVERY_EMPLOYER,
  postCalendarFeed: EVERY_EMPLOYER,
  deleteCalendarFeed: EVERY_EMPLOYER,
  getPublicPage: EVERY_EMPLOYER,
  putPublicPage: EVERY_EMPLOYER,
  getPublicPageQr: EVERY_EMPLOYER,
  getPoster: EVERY_EMPLOYER,
  getInbox: EVERY_EMPLOYER,
  getAllInbox: HR_AND_ROOT,
  checkThread: EVERY_EMPLOYER,
  getConversation: EVERY_EMPLOYER,
  sendMessage: EVERY_EMPLOYER,
  blockByThread: EVERY_EMPLOYER,
  unblockByThread: EVERY_EMPLOYER,
  getThreadDelete: EVERY_EMPLOYER,
  deleteThread: EVERY_EMPLOYER,
  streamEvents: EVERY_EMPLOYER,
  gatewayJobs: GATEWAY_ONLY,
  gatewayPutWorker: GATEWAY_ONLY,
  gatewayEraseWorker: GATEWAY_ONLY,
  gatewayApply: GATEWAY_ONLY,
  gatewayReject: GATEWAY_ONLY,
  gatewayThreads: GATEWAY_ONLY,
  gatewayMessages: GATEWAY_ONLY,
  gatewaySend: GATEWAY_ONLY,
  gatewayAnswerAppointment: GATEWAY_ONLY,
  gatewayAttendance: GATEWAY_ONLY,
  gatewayConfirmFirstDay: GATEWAY_ONLY,
  gatewayEvents: GATEWAY_ONLY,
};

/** An id that no row has, so that a permitted call finds nothing. */
const PARAMS = {
  id: 999_999_999,
  threadId: 999_999_999,
  externalId: 'nobody-1',
  name: 'personal-data',
  code: 'zz',
  basketId: 'f'.repeat(24),
  itemId: 'f'.repeat(24),
};

describe('permissions of the callers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it('have a row for every route and no other', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(ROUTES.map(({ id }) => id).sort());
  });

  const cells = ROUTES.flatMap((route) => WHO.map((who, column) => [route.id, who, column, route] as const));

  it.each(cells)('are right for %s as %s', async (id, who, column, route: RouteContract) => {
    const as = who === 'nobody' ? null : who;
    // The body is invalid on purpose: level and type are checked before it (docs/API.md#order-of-answers).
    const options = { as, params: PARAMS, ...(route.body && { body: { not: 'this' } }) };
    const { status } = await server.call(route, options);
    const expected = MATRIX[id]?.[column];
    if (expected === 'in') expect([401, 403]).not.toContain(status);
    else expect(status).toBe(expected);
  });
});
