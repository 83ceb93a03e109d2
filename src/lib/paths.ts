import type { NeedKind, NeedState } from '../../contract/rules/need';

/** The base path of the whole dashboard. */
export const BASE_PATH = '/dashboard';
/** The service worker, without its query. */
export const SERVICE_WORKER = `${BASE_PATH}/push-sw.js`;

type ApplicationsTab = 'all' | 'shortListed' | 'appointment';
export type ApplicantTab = 'messages' | 'appointment' | 'feedback';

interface ApplicationsAddress {
  jobId?: number | null;
  page?: number;
  activeTab?: ApplicationsTab;
  /** Shows only unseen applications. */
  isSeen?: false;
  /** Shows only applications with this need in this state. */
  need?: NeedKind;
  needState?: NeedState;
  branchId?: number;
}

const withQuery = (path: string, query: Record<string, string | number | boolean | null | undefined>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value != null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
};

const joinPath = (...parts: (string | number | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('/');

/** Every address of the product, without the base. See docs/PRODUCT.md#routes. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  logout: () => '/logout',
  register: () => '/register',
  forgetPassword: () => '/forget-password',
  resetPassword: (code: string) => `/reset-password/${encodeURIComponent(code)}`,
  restoreEmail: (code: string) => `/restore-email/${encodeURIComponent(code)}`,
  smsVerify: () => '/sms-verify',
  unauthorized: () => '/unauthorized',
  error: () => '/error',
  today: (branchId?: number) => withQuery('/today', { branchId }),
  profile: () => '/profile',
  profileEdit: () => '/profile/edit',
  settings: () => '/settings',
  /** Root and HR name the branch. */
  yourPage: (branchId?: number) => withQuery('/page', { branchId }),
  /** `applicationId` names the person to show. */
  privacy: (applicationId?: number) => withQuery('/privacy', { applicationId }),
  jobs: (branchId?: number) => joinPath('/jobs', branchId),
  jobCreate: () => '/jobs/create',
  jobEdit: (jobId: number) => `/jobs/edit/${jobId}`,
  jobDetail: (jobId: number, applicationId?: number, tab?: ApplicantTab) =>
    joinPath(`/jobs/detail/${jobId}`, applicationId, applicationId === undefined ? undefined : tab),
  applications: ({ jobId, page = 1, activeTab = 'all', ...filters }: ApplicationsAddress = {}) =>
    withQuery('/applications', { jobId, page, activeTab, ...filters }),
  inbox: (threadId?: number) => joinPath('/inbox', threadId),
  branchInbox: (branchId: number, threadId?: number) => joinPath('/inbox', branchId, threadId),
  /** The conversations of all branches, with one of them open if given. */
  wholeInbox: (open?: { userId: number; threadId: number }) =>
    open ? withQuery(joinPath('/inbox', open.userId, open.threadId), { list: 'all' }) : '/inbox',
  branches: () => '/branches',
  branchImport: () => '/branches/import',
  hrImport: () => '/profile/import',
  branchesInbox: () => '/branches-inbox',
  packages: () => '/packages',
  /** The query is for people and for the provider's redirect; the page shows only the server's state. */
  paymentResult: (query: { status?: string; errorKey?: string; basketId?: string } = {}) =>
    withQuery('/packages/payment-result', query),
  statement: () => '/packages/statement',
  basket: () => '/payment/basket',
  card: () => '/payment/card',
  threeDs: () => '/payment/3ds',
  checkout: () => '/payment/checkout',
} as const;

/** Returns the regular expression of a page's path: `:jobId` is a whole number, any other parameter is one segment. */
export const patternOf = (path: string): string =>
  `^${path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${name.endsWith('Id') ? '\\d+' : '[^/]+'})`)}/?$`;

/** Pages to which signing in does not return. */
const NO_RETURN =
  /^\/(login|logout|register|forget-password|reset-password|restore-email|sms-verify|unauthorized|error)(\/|\?|#|$)/;

const textOf = (from: unknown): string => {
  if (typeof from === 'string') return from;
  if (typeof from !== 'object' || from === null) return '';
  const { pathname = '', search = '', hash = '' } = from as { pathname?: unknown; search?: unknown; hash?: unknown };
  return `${String(pathname)}${String(search)}${String(hash)}`;
};

/**
 * Returns where a signed-in user continues: the page in `from` of the route's state (a path or a location), or home.
 * Accepts only paths of the product, so that no link can send a user elsewhere.
 */
export const returnPath = (state: unknown): string => {
  const from = textOf((state as { from?: unknown } | null)?.from);
  const isInternal = /^\/(?![/\\])[^\\\s]*$/.test(from);
  return isInternal && !NO_RETURN.test(from) ? from : paths.home();
};

/** The part of an applicant's address that opens the form for another time of the appointment. */
export const MOVE_HASH = '#time';
