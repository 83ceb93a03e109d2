import type { RouteContract } from '../../contract/routes/defineRoute';
import type { CallOptions } from './testServer';
import { BRANCH_BODY } from './validationCases/branch';
import { HR_BODY } from './validationCases/hr';
import { JOB_BODY } from './validationCases/job';
import { PROFILE_BODY } from './validationCases/profile';
import { REGISTER_BODY } from './validationCases/register';
import { RESET_BODY } from './validationCases/resetPassword';
import type { World } from './world';

export type Fields = Record<string, unknown>;

/** The id of a basket that does not exist. */
export const NO_BASKET = 'f'.repeat(24);
/** The id of a bulk action that does not exist. */
const NO_BULK = 'f'.repeat(32);

/** Returns a valid body, for tests that break one field at a time. */
const bodyOf = (route: RouteContract, world: World): Fields => {
  const { freshWorkerId: workerId } = world;
  const bodies: Record<string, Fields> = {
    login: { email: 'nobody@demo.test', password: 'Demo123!' },
    postReauthenticate: { password: 'Demo123!' },
    updateFcmToken: { fcm_token: 'x' },
    registerCompany: { ...REGISTER_BODY, phoneVerifyCode: 'none' },
    putSendCode: { phone: '5321234567', countryCode: 'TR', isVerify: true },
    postVerifyPhone: { phone: '5321234567', code: '0000' },
    postForgetPassword: { email: 'nobody@demo.test' },
    postResetPassword: RESET_BODY,
    postProfileUpdate: PROFILE_BODY,
    postFormInputList: { formName: 'JobForm' },
    postCountryCheck: { language: 'tr' },
    putBranch: BRANCH_BODY,
    postBranch: BRANCH_BODY,
    putHrAccount: HR_BODY,
    postHrAccount: HR_BODY,
    importBranches: { rows: [{}] },
    importHrAccounts: { rows: [{}] },
    putOrganisationSettings: { tellingMinutes: 60, version: 0 },
    postErasure: { confirmName: 'x' },
    putHold: { isOnHold: true },
    postDueList: { months: 12 },
    putShortlist: { isShortlisted: true },
    previewBulk: { action: 'shortlist', ids: [world.otherApplication] },
    postBulk: { action: 'shortlist', ids: [world.otherApplication], expected: 1 },
    putDecline: {},
    putSettle: { kind: 'answer', number: 1 },
    putSnooze: { until: null },
    postView: { name: 'x', query: { jobId: world.otherJob } },
    putView: { version: 1, name: 'x' },
    postComment: { workerId, message: 'x' },
    putFeedback: {
      isApplicantCameToAppointment: true,
      isAppointmentPositive: null,
      isOfferSentToApplicant: null,
      isApplicantAcceptTheOffer: null,
    },
    deleteFeedback: { reason: 'x' },
    putFirstDay: { startsAt: '2031-01-01 09:00:00', place: 'x', askFor: 'x', bring: 'x' },
    putFirstDayOutcome: { started: true },
    putPublicPage: { isOn: true, intro: 'x' },
    postAppointment: {
      startAt: '2031-01-01 10:00:00',
      latitude: 41,
      longitude: 29,
      workerId,
      companyId: world.branchId,
      applicationId: world.application,
    },
    sendExcel: { jobId: world.otherJob, email: 'nobody@demo.test' },
    exportExcel: { applications: [{ id: world.otherApplication }], language: 'tr' },
    sendCv: { email: 'nobody@demo.test', applicationId: world.otherApplication },
    exportCv: { userInformation: { applicationId: world.otherApplication }, languageCode: 'tr' },
    findApplicationAppointments: { applicationIds: [world.application] },
    findOneApplicationAppointments: {},
    putAppointmentStatus: { status: 'none' },
    putAppointmentTime: { startAt: '2030-02-01 10:00:00' },
    postAppointmentFeedback: { appointmentId: world.otherApplication, feedback: 'worker_came', text: 'x' },
    postJob: {
      ...JOB_BODY,
      positionId: world.positionId,
      categoryId: world.categoryId,
      companyLocationIds: [world.locationId],
      targetUser: world.branchId,
    },
    putJob: {},
    postTag: { name: 'Prim' },
    postCompanyLocation: { name: 'Moda', location: '40.98, 29.02', targetUser: world.branchId },
    postJobImage: { fileName: 'a.jpg', contentType: 'image/jpeg', contentLength: 1000 },
    checkThread: { worker_id: world.workerId, company_id: world.branchId },
    sendMessage: {
      user_id: world.branchId,
      recipient_id: world.workerId,
      body: 'x',
      message_status: 2,
      type: 'text',
      client_message_id: 'bad-input',
    },
    addBasketItem: { productId: 1 },
    putBasketItem: { quantity: 1 },
    payByCard: {
      basketId: NO_BASKET,
      cardHolderName: 'Ada Ün',
      cardNumber: '4242424242424242',
      cvc: '123',
      expireMonth: '12',
      expireYear: '39',
      referrer: '/payment/basket',
    },
    startCheckout: { basketId: NO_BASKET },
    initPayment: { basketId: NO_BASKET },
    syncPayment: { basketId: NO_BASKET },
    gatewayPutWorker: { firstName: 'Ada', lastName: 'Ün' },
    gatewayApply: { workerId },
    gatewayReject: { workerId },
    gatewaySend: { workerId, body: 'x', client_message_id: 'x' },
    gatewayAnswerAppointment: { workerId, status: 'active' },
    gatewayAttendance: { workerId, answer: 'late', minutes: 10, text: 'x' },
    gatewayConfirmFirstDay: { workerId },
  };
  const body = bodies[route.id];
  if (!body) throw new Error(`no right body for ${route.id}`);
  return body;
};

/** Returns a valid query where the route needs one. */
const queryOf = (route: RouteContract, world: World): Fields => {
  const queries: Record<string, Fields> = {
    getInbox: { user_id: world.branchId },
    getConversation: { user_id: world.branchId },
    gatewayMessages: { workerId: world.freshWorkerId },
    getPlaces: { q: 'kadıköy' },
    getProducts: { type: 'package' },
    getPublicPage: { branchId: world.branchId },
    putPublicPage: { branchId: world.branchId },
    getPublicPageQr: { branchId: world.branchId },
    getPoster: { branchId: world.branchId },
    getNearbyPlaces: { latitude: 41, longitude: 29, zoom: 12 },
  };
  return queries[route.id] ?? {};
};

export const callerOf = ({ access }: RouteContract): CallOptions['as'] => {
  if (access === 'public') return null;
  if (access === 'gateway') return 'gateway';
  return access.types?.includes('company') ? 'company' : 'root';
};

/** Returns a call with valid inputs and ids of the given world. */
export const rightCall = (route: RouteContract, world: World): CallOptions => ({
  as: callerOf(route),
  ...(route.params && {
    params: {
      id: route.path.includes('/bulk/:id') ? NO_BULK : world.otherApplication,
      jobId: world.otherJob,
      threadId: world.threadId,
      externalId: 'bad-input',
      name: 'personal-data',
      code: 'tr',
      token: 'nobody-got-it',
      basketId: NO_BASKET,
      itemId: NO_BASKET,
    },
  }),
  ...(route.query && { query: queryOf(route, world) }),
  ...(route.body && { body: bodyOf(route, world) }),
});
