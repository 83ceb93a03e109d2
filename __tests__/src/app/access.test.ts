import { APP_ROUTES } from '../../../src/app/routes';
import { checkAccess, type AccessResult } from '../../../src/app/access';
import { aUser } from '../../support/builders';

const WHO = ['guest', 'branch', 'company', 'hr_account', 'root'] as const;

type Row = [path: string, ...verdicts: [AccessResult, AccessResult, AccessResult, AccessResult, AccessResult]];

const all = (path: string): Row => [path, 'signIn', 'pass', 'pass', 'pass', 'pass'];
const open = (path: string): Row => [path, 'pass', 'pass', 'pass', 'pass', 'pass'];
const guests = (path: string): Row => [
  path,
  'pass',
  'alreadySignedIn',
  'alreadySignedIn',
  'alreadySignedIn',
  'alreadySignedIn',
];
const companies = (path: string): Row => [path, 'signIn', 'denied', 'pass', 'denied', 'denied'];
const hr = (path: string): Row => [path, 'signIn', 'denied', 'denied', 'pass', 'pass'];

/**
 * Written by hand from docs/PRODUCT.md#routes and docs/PRODUCT.md#page-access; columns: guest, branch, company, HR,
 * root.
 */
const MATRIX: Row[] = [
  all('/'),
  all('/today'),
  all('/jobs'),
  all('/jobs/:branchId'),
  all('/jobs/create'),
  all('/jobs/edit/:jobId'),
  all('/jobs/detail/:jobId'),
  all('/jobs/detail/:jobId/:applicationId'),
  all('/jobs/detail/:jobId/:applicationId/messages'),
  all('/jobs/detail/:jobId/:applicationId/appointment'),
  all('/jobs/detail/:jobId/:applicationId/feedback'),
  all('/applications'),
  all('/inbox'),
  all('/inbox/:threadId'),
  all('/inbox/:branchId/:threadId'),
  all('/profile'),
  ['/profile/edit', 'signIn', 'denied', 'pass', 'denied', 'pass'],
  ['/profile/import', 'signIn', 'denied', 'denied', 'denied', 'pass'],
  all('/profile/*'),
  all('/settings'),
  all('/page'),
  ['/privacy', 'signIn', 'denied', 'pass', 'denied', 'pass'],
  hr('/branches'),
  hr('/branches/import'),
  hr('/branches-inbox'),
  companies('/packages'),
  companies('/packages/payment-result'),
  companies('/packages/statement'),
  companies('/payment/basket'),
  companies('/payment/card'),
  companies('/payment/3ds'),
  companies('/payment/checkout'),
  guests('/login'),
  guests('/register'),
  guests('/forget-password'),
  guests('/reset-password/:resetPasswordCode'),
  open('/restore-email/:restoreCode'),
  open('/logout'),
  open('/sms-verify'),
  open('/unauthorized'),
  open('/error'),
  open('*'),
];

test('the matrix has exactly the pages of the program', () => {
  expect(APP_ROUTES.map(({ path }) => path).sort()).toEqual(MATRIX.map(([path]) => path).sort());
});

describe.each(MATRIX)('%s', (path, ...verdicts) => {
  test.each(WHO.map((who, at) => [who, verdicts[at]]))('%s: %s', (who, expected) => {
    const route = APP_ROUTES.find((one) => one.path === path);
    const user = who === 'guest' ? null : aUser({ userType: who as 'root' });
    expect(route && checkAccess(user, route)).toBe(expected);
  });
});
