import { GRANT_LEVELS } from '../../../../contract/constants/roles';
import {
  hasLevel,
  isShownInLoginForm,
  isType,
  mustBuyFirst,
  reactionTo,
  refusesSession,
  retryPause,
  seesBranchDropdown,
  seesBranchesMenu,
} from '../../../../src/domains/session';
import { aFailure, aUser } from '../../../support/builders';

const TYPES = ['branch', 'company', 'hr_account', 'root'] as const;

describe('levels', () => {
  test.each(TYPES.flatMap((user) => TYPES.map((level) => [user, level] as const)))('%s at %s', (userType, level) => {
    expect(hasLevel(aUser({ userType }), level)).toBe(GRANT_LEVELS[userType] >= GRANT_LEVELS[level]);
  });

  // Written by hand from docs/PRODUCT.md#roles-and-levels and docs/PRODUCT.md#permissions.
  test.each([
    ['branch', false, false],
    ['company', false, false],
    ['hr_account', false, false],
    ['root', true, true],
  ] as const)('%s: sees the branches menu %s, the branch dropdown %s', (userType, menu, dropdown) => {
    const user = aUser({ userType });
    expect([seesBranchesMenu(user), seesBranchDropdown(user)]).toEqual([menu, dropdown]);
    expect(isType(user, 'branch', 'root')).toBe(userType === 'branch' || userType === 'root');
  });

  test.each([
    ['company', 0, true],
    ['company', 1, false],
    ['branch', 0, false],
    ['root', 0, false],
  ] as const)('%s with %i credits must buy first: %s', (userType, jobCreationBalance, expected) => {
    expect(mustBuyFirst(aUser({ userType, jobCreationBalance }))).toBe(expected);
  });
});

describe('login failures', () => {
  test.each([
    ['exception.user.invalid', 'invalid', true],
    ['no_dashboard_access', 'denied', true],
    ['worker_login', 'denied', true],
    ['unknown_user_type', 'denied', true],
    ['challenge.required', 'denied', true],
    ['network.no_answer', 'network', true],
    ['error.unknown_error', 'unknown', false],
    ['error.forbidden', 'denied', false],
  ] as const)('shows %s in the form: %s', (key, kind, expected) => {
    expect(isShownInLoginForm(aFailure({ key, kind }))).toBe(expected);
  });

  test.each([
    [429, true],
    [502, true],
    [503, true],
    [504, true],
    [500, false],
  ])('shows status %i in the form: %s', (status, expected) => {
    expect(isShownInLoginForm(aFailure({ status }))).toBe(expected);
  });
});

describe('the stored session', () => {
  test.each([
    [401, true],
    [403, true],
    [404, true],
    [500, true],
    [0, false],
    [429, false],
    [502, false],
    [503, false],
    [504, false],
  ])('status %i ends the session: %s', (status, expected) =>
    expect(refusesSession(aFailure({ status }))).toBe(expected),
  );

  test.each([
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [6, 30_000],
    [60, 30_000],
  ])('the pause after try %i is %i ms', (tries, pause) => expect(retryPause(tries)).toBe(pause));
});

describe('messages from other tabs', () => {
  const signedIn = (userId: number) => ({ type: 'signedIn', userId, accessToken: 'b' }) as const;
  const rotated = (userId: number) => ({ type: 'tokenRotated', userId, accessToken: 'b' }) as const;
  test.each([
    [{ type: 'signedOut' } as const, 7, false, 'leaveToLogin'],
    [{ type: 'signedOut' } as const, null, false, 'none'],
    [signedIn(8), 7, false, 'leaveToHome'],
    [signedIn(8), 7, true, 'leaveToHome'],
    [signedIn(8), null, false, 'leaveToHome'],
    [signedIn(7), 7, false, 'takeToken'],
    [signedIn(7), 7, true, 'resume'],
    [rotated(7), 7, false, 'takeToken'],
    [rotated(7), 7, true, 'resume'],
    [rotated(8), 7, false, 'none'],
    [rotated(8), null, false, 'none'],
  ])('%j for user %s (expired %s): %s', (message, userId, expired, expected) => {
    expect(reactionTo(message, { userId, expired })).toBe(expected);
  });
});
