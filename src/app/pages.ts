import type { ComponentType } from 'react';
import { requestOf, type ApiRequest } from '../lib/api';
import type { EarlyReads } from '../lib/earlyCalls';
import type { FirstView } from '../lib/firstView';
import type { Access } from './access';

/** Imports a module whose only export is the page's component. */
export type LoadScreen = () => Promise<Record<string, ComponentType>>;

/** The part of the program that the page needs; the daily work by default. */
export type ProgramPart = 'signIn' | 'lists' | 'dailyWork' | 'backOffice';

export interface Page {
  /** Below the dashboard's base, in the router's syntax. A parameter named `…Id` is a whole number. */
  path: string;
  access: Access;
  part?: ProgramPart;
  /** Needs texts beyond those of the daily work; every page of the back office does. */
  texts?: 'whole';
  screen?: LoadScreen;
  /** Wraps the screen and stays mounted while the user moves between pages that share it. */
  frame?: LoadScreen;
  redirect?: string;
  /** Where it redirects instead for users who begin with Today. */
  today?: string;
  /** Other pages preload it, in this order, while the browser is idle. */
  isMain?: true;
  /** The page's HTML contains its styles, which saves a request before the first paint. */
  inlinesStyles?: true;
  /** What src/early.ts requests before the program has loaded. */
  early?: EarlyReads;
  /** What src/early.ts shows before the program has loaded. */
  view?: FirstView;
}

const branch: Access = { access: 'branch' };
const hr: Access = { access: 'hr_account', who: 'hr' };
const root: Access = { access: 'root' };
const company: Access = { access: 'company', types: ['company'], who: 'company' };
const owner: Access = { access: 'company', types: ['company', 'root'], who: 'owner' };
const guest: Access = { access: 'guest' };
const open: Access = { access: 'open' };

const office = { part: 'backOffice' } as const;
const imports = { ...office, screen: () => import('../screens/Import/ImportPage') };
const inbox = { frame: () => import('../screens/Inbox/InboxPage') };
const thread = { ...inbox, screen: () => import('../screens/Inbox/InboxThread') };
const jobDetail = { frame: () => import('../screens/JobDetail/JobDetailPage') };
const applicant = { ...jobDetail, texts: 'whole', screen: () => import('../screens/Applicant/ApplicantPage') } as const;

const hasOwnInbox = (userType: string): boolean => userType === 'company' || userType === 'branch';

/** The menu of a company or branch shows its unread messages; root and HR see another count. */
const unreadOf: EarlyReads = ({ session: { userId, userType } }) =>
  hasOwnInbox(userType) ? [requestOf('GET /messages/inbox', { query: { user_id: userId, limit: 1 } })] : [];
const applicationsOf = (limit: number): ApiRequest =>
  requestOf('GET /search/application/all', { query: { status: 'in_progress,accepted', limit } });

/** The rows of Today: of all kinds, and of those that it loads in calls of their own. */
const needsOf = (kinds: { need?: string; needState?: 'coming' } = {}): ApiRequest =>
  requestOf('GET /search/application/all', { query: { sort: 'need', limit: 50, ...kinds } });

/**
 * Every page of the product. The router, the preloads, the parts of texts, the early script and the build read this
 * table.
 */
export const PAGES: readonly Page[] = [
  { path: '/', access: branch, redirect: '/jobs', today: '/today' },
  {
    path: '/today',
    access: branch,
    screen: () => import('../screens/Today/TodayPage'),
    isMain: true,
    early: ({ search }) =>
      search
        ? []
        : [
            needsOf(),
            needsOf({ need: 'attendance,answer' }),
            needsOf({ need: 'answer', needState: 'coming' }),
            needsOf({ need: 'decide' }),
            requestOf('GET /search/application/needs', { query: {} }),
            requestOf('GET /appointment/me', {
              query: { page: 1, limit: 50, withStatusLog: true, withFeedback: true },
            }),
          ],
    view: { title: 'today.title' },
  },
  {
    path: '/jobs',
    access: branch,
    part: 'lists',
    screen: () => import('../screens/Jobs/JobsPage'),
    isMain: true,
    inlinesStyles: true,
    early: (visit) =>
      visit.search ? [] : [requestOf('GET /search/job', { query: { page: 1, limit: 10 } }), ...unreadOf(visit)],
    view: { title: 'jobs.title' },
  },
  { path: '/jobs/:branchId', access: branch, part: 'lists', screen: () => import('../screens/Jobs/JobsPage') },
  { path: '/jobs/create', access: branch, texts: 'whole', screen: () => import('../screens/JobForm/JobCreatePage') },
  { path: '/jobs/edit/:jobId', access: branch, texts: 'whole', screen: () => import('../screens/JobForm/JobEditPage') },
  {
    path: '/applications',
    access: branch,
    part: 'lists',
    screen: () => import('../screens/Applications/ApplicationsPage'),
    isMain: true,
    inlinesStyles: true,
    early: (visit) =>
      ['', '?page=1&activeTab=all'].includes(visit.search)
        ? [applicationsOf(10), applicationsOf(0), ...unreadOf(visit)]
        : [],
    view: { title: 'applications.title' },
  },
  {
    path: '/jobs/detail/:jobId',
    access: branch,
    ...jobDetail,
    screen: () => import('../screens/JobDetail/NoOneSelected'),
  },
  {
    path: '/jobs/detail/:jobId/:applicationId',
    access: branch,
    ...applicant,
    isMain: true,
    early: ({ params }) => [requestOf('GET /search/application/:id', { params: { id: Number(params.applicationId) } })],
  },
  { path: '/jobs/detail/:jobId/:applicationId/messages', access: branch, ...applicant },
  { path: '/jobs/detail/:jobId/:applicationId/appointment', access: branch, ...applicant },
  { path: '/jobs/detail/:jobId/:applicationId/feedback', access: branch, ...applicant },
  { path: '/inbox', access: branch, ...inbox, inlinesStyles: true },
  {
    path: '/inbox/:threadId',
    access: branch,
    ...thread,
    isMain: true,
    // For root and HR the address names a branch, and the early call cannot know that branch's threads.
    early: ({ session: { userId, userType }, params, search }) =>
      search || !hasOwnInbox(userType)
        ? []
        : [
            requestOf('GET /messages/thread/:threadId', {
              params: { threadId: Number(params.threadId) },
              query: { user_id: userId },
            }),
            requestOf('GET /messages/inbox', { query: { user_id: userId, page: 1, limit: 10 } }),
          ],
  },
  { path: '/inbox/:branchId/:threadId', access: branch, ...thread },
  { path: '/profile', access: branch, ...office, screen: () => import('../screens/Profile/ProfilePage') },
  { path: '/profile/edit', access: owner, ...office, screen: () => import('../screens/ProfileEdit/ProfileEditPage') },
  { path: '/profile/import', access: root, ...imports },
  { path: '/profile/*', access: branch, redirect: '/profile' },
  { path: '/settings', access: branch, ...office, screen: () => import('../screens/Settings/SettingsPage') },
  { path: '/page', access: branch, ...office, screen: () => import('../screens/PublicPage/PublicPageScreen') },
  { path: '/privacy', access: owner, ...office, screen: () => import('../screens/Privacy/PrivacyPage') },
  { path: '/branches', access: hr, ...office, screen: () => import('../screens/Branches/BranchesPage') },
  { path: '/branches/import', access: hr, ...imports },
  { path: '/branches-inbox', access: hr, screen: () => import('../screens/BranchesInbox/BranchesInboxPage') },
  {
    path: '/packages',
    access: company,
    ...office,
    screen: () => import('../screens/Packages/PackagesPage'),
    early: ({ search }) =>
      search
        ? []
        : [
            requestOf('GET /payment/packages'),
            requestOf('GET /product/subscription/plan'),
            requestOf('GET /product/subscription'),
          ],
    view: { title: 'packages.title', lead: ['packages.text', 'statement.title'] },
  },
  {
    path: '/packages/statement',
    access: company,
    ...office,
    screen: () => import('../screens/Statement/StatementPage'),
  },
  {
    path: '/packages/payment-result',
    access: company,
    ...office,
    screen: () => import('../screens/PaymentResult/PaymentResultPage'),
  },
  {
    path: '/payment/basket',
    access: company,
    ...office,
    screen: () => import('../screens/PaymentBasket/PaymentBasketPage'),
  },
  { path: '/payment/card', access: company, ...office, screen: () => import('../screens/PaymentCard/PaymentCardPage') },
  { path: '/payment/3ds', access: company, ...office, screen: () => import('../screens/Payment3ds/Payment3dsPage') },
  { path: '/payment/checkout', access: company, ...office, screen: () => import('../screens/Checkout/CheckoutPage') },
  { path: '/login', access: guest, part: 'signIn', screen: () => import('../screens/Login/LoginPage') },
  { path: '/register', access: guest, ...office, screen: () => import('../screens/Register/RegisterPage') },
  {
    path: '/forget-password',
    access: guest,
    ...office,
    screen: () => import('../screens/ForgetPassword/ForgetPasswordPage'),
  },
  {
    path: '/reset-password/:resetPasswordCode',
    access: guest,
    ...office,
    screen: () => import('../screens/ResetPassword/ResetPasswordPage'),
  },
  {
    path: '/restore-email/:restoreCode',
    access: open,
    ...office,
    screen: () => import('../screens/RestoreEmail/RestoreEmailPage'),
  },
  { path: '/logout', access: open, screen: () => import('../screens/Logout/LogoutPage') },
  { path: '/sms-verify', access: open, ...office, screen: () => import('../screens/SmsVerify/SmsVerifyPage') },
  { path: '/unauthorized', access: open, screen: () => import('../screens/Unauthorized/UnauthorizedPage') },
  { path: '/error', access: open, screen: () => import('../screens/ErrorPage/ErrorPage') },
];
