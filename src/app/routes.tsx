import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../lib/paths';
import { wholeTexts } from '../lib/texts';
import { NotFoundPage } from '../screens/NotFound/NotFoundPage';
import type { Access } from './access';
import { withBackOffice } from './backOffice';
import { screen, type Preloaded } from './screen';

export interface AppRoute extends Access {
  path: string;
  Screen: Preloaded;
  /** Stands around the screen (its `Outlet`) and stays while one goes from route to route of the same frame. */
  Frame?: Preloaded;
  /** Does not wait for the part of the program that only those who signed in, or are about to, need. */
  isEarly?: boolean;
}

/** One that says more than the texts of the daily work. */
const fullScreen = (load: () => Promise<ComponentType>): Preloaded =>
  screen(async () => (await Promise.all([load(), wholeTexts()]))[0]);

/** One of those that read the domains of accounts and purchases. */
const officeScreen = (load: () => Promise<ComponentType>): Preloaded => screen(() => withBackOffice(load));

const LoginPage = screen(async () => (await import('../screens/Login/LoginPage')).LoginPage);
const LogoutPage = screen(async () => (await import('../screens/Logout/LogoutPage')).LogoutPage);
const JobsPage = screen(async () => (await import('../screens/Jobs/JobsPage')).JobsPage);
const ApplicationsPage = screen(
  async () => (await import('../screens/Applications/ApplicationsPage')).ApplicationsPage,
);
const ProfilePage = officeScreen(async () => (await import('../screens/Profile/ProfilePage')).ProfilePage);
const ProfileEditPage = officeScreen(
  async () => (await import('../screens/ProfileEdit/ProfileEditPage')).ProfileEditPage,
);
const BranchesPage = officeScreen(async () => (await import('../screens/Branches/BranchesPage')).BranchesPage);
const JobCreatePage = fullScreen(async () => (await import('../screens/JobForm/JobCreatePage')).JobCreatePage);
const JobDetailPage = screen(async () => (await import('../screens/JobDetail/JobDetailPage')).JobDetailPage);
const NobodyChosen = screen(async () => (await import('../screens/JobDetail/NobodyChosen')).NobodyChosen);
const ApplicantPage = fullScreen(async () => (await import('../screens/Applicant/ApplicantPage')).ApplicantPage);
const InboxPage = screen(async () => (await import('../screens/Inbox/InboxPage')).InboxPage);
const InboxPlace = screen(async () => (await import('../screens/Inbox/InboxPage')).InboxPlace);
const BranchesInboxPage = screen(
  async () => (await import('../screens/BranchesInbox/BranchesInboxPage')).BranchesInboxPage,
);
const JobEditPage = fullScreen(async () => (await import('../screens/JobForm/JobEditPage')).JobEditPage);
const PackagesPage = officeScreen(async () => (await import('../screens/Packages/PackagesPage')).PackagesPage);
const PaymentBasketPage = officeScreen(
  async () => (await import('../screens/PaymentBasket/PaymentBasketPage')).PaymentBasketPage,
);
const ErrorPage = screen(async () => (await import('../screens/ErrorPage/ErrorPage')).ErrorPage);
const UnauthorizedPage = screen(
  async () => (await import('../screens/Unauthorized/UnauthorizedPage')).UnauthorizedPage,
);
const RegisterPage = officeScreen(async () => (await import('../screens/Register/RegisterPage')).RegisterPage);
const ForgetPasswordPage = officeScreen(
  async () => (await import('../screens/ForgetPassword/ForgetPasswordPage')).ForgetPasswordPage,
);
const ResetPasswordPage = officeScreen(
  async () => (await import('../screens/ResetPassword/ResetPasswordPage')).ResetPasswordPage,
);
const RestoreEmailPage = officeScreen(
  async () => (await import('../screens/RestoreEmail/RestoreEmailPage')).RestoreEmailPage,
);
const SmsVerifyPage = officeScreen(async () => (await import('../screens/SmsVerify/SmsVerifyPage')).SmsVerifyPage);

const PaymentCardPage = officeScreen(
  async () => (await import('../screens/PaymentCard/PaymentCardPage')).PaymentCardPage,
);
const Payment3dsPage = officeScreen(async () => (await import('../screens/Payment3ds/Payment3dsPage')).Payment3dsPage);
const PaymentResultPage = officeScreen(
  async () => (await import('../screens/PaymentResult/PaymentResultPage')).PaymentResultPage,
);
const StatementPage = officeScreen(async () => (await import('../screens/Statement/StatementPage')).StatementPage);
const CheckoutPage = officeScreen(async () => (await import('../screens/Checkout/CheckoutPage')).CheckoutPage);

const ToJobs = () => <Navigate to={paths.jobs()} replace />;
const ToProfile = () => <Navigate to={paths.profile()} replace />;

const branch = { access: 'branch' } as const;
const hr = { access: 'hr_account', who: 'hr' } as const;
const company = { access: 'company', types: ['company'], who: 'company' } as const;
const guest = { access: 'guest' } as const;
const open = { access: 'open' } as const;

/** Every page: spec 1 point 2, spec 2 point 2. */
export const APP_ROUTES: readonly AppRoute[] = [
  { path: '/', ...branch, Screen: ToJobs },
  { path: '/jobs', ...branch, Screen: JobsPage },
  { path: '/jobs/:branchId', ...branch, Screen: JobsPage },
  { path: '/jobs/create', ...branch, Screen: JobCreatePage },
  { path: '/jobs/edit/:jobId', ...branch, Screen: JobEditPage },
  { path: '/jobs/detail/:jobId', ...branch, Frame: JobDetailPage, Screen: NobodyChosen },
  { path: '/jobs/detail/:jobId/:applicationId', ...branch, Frame: JobDetailPage, Screen: ApplicantPage },
  { path: '/jobs/detail/:jobId/:applicationId/messages', ...branch, Frame: JobDetailPage, Screen: ApplicantPage },
  { path: '/jobs/detail/:jobId/:applicationId/appointment', ...branch, Frame: JobDetailPage, Screen: ApplicantPage },
  { path: '/jobs/detail/:jobId/:applicationId/feedback', ...branch, Frame: JobDetailPage, Screen: ApplicantPage },
  { path: '/applications', ...branch, Screen: ApplicationsPage },
  { path: '/inbox', ...branch, Frame: InboxPage, Screen: InboxPlace },
  { path: '/inbox/:threadId', ...branch, Frame: InboxPage, Screen: InboxPlace },
  { path: '/inbox/:branchId/:threadId', ...branch, Frame: InboxPage, Screen: InboxPlace },
  { path: '/profile', ...branch, Screen: ProfilePage },
  { path: '/profile/edit', access: 'company', types: ['company', 'root'], who: 'owner', Screen: ProfileEditPage },
  { path: '/profile/*', ...branch, Screen: ToProfile },
  { path: '/branches', ...hr, Screen: BranchesPage },
  { path: '/branches-inbox', ...hr, Screen: BranchesInboxPage },
  { path: '/packages', ...company, Screen: PackagesPage },
  { path: '/packages/statement', ...company, Screen: StatementPage },
  { path: '/packages/payment-result', ...company, Screen: PaymentResultPage },
  { path: '/payment/basket', ...company, Screen: PaymentBasketPage },
  { path: '/payment/card', ...company, Screen: PaymentCardPage },
  { path: '/payment/3ds', ...company, Screen: Payment3dsPage },
  { path: '/payment/checkout', ...company, Screen: CheckoutPage },
  { path: '/login', ...guest, Screen: LoginPage, isEarly: true },
  { path: '/register', ...guest, Screen: RegisterPage },
  { path: '/forget-password', ...guest, Screen: ForgetPasswordPage },
  { path: '/reset-password/:resetPasswordCode', ...guest, Screen: ResetPasswordPage },
  { path: '/restore-email/:restoreCode', ...open, Screen: RestoreEmailPage },
  { path: '/logout', ...open, Screen: LogoutPage },
  { path: '/sms-verify', ...open, Screen: SmsVerifyPage },
  { path: '/unauthorized', ...open, Screen: UnauthorizedPage },
  { path: '/error', ...open, Screen: ErrorPage },
  { path: '*', ...open, Screen: NotFoundPage },
];
