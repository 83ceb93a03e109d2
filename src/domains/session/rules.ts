import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { GRANT_LEVELS, type EmployerType } from '../../../contract/constants/roles';
import type { SessionUser } from '../../../contract/schemas/session';
import type { SessionMessage } from '../../lib/sessionChannel';
import type { Failure } from '../kit/failure';

/** True when the user's level is at least that of a type. See docs/PRODUCT.md#roles-and-levels. */
export const hasLevel = (user: Pick<SessionUser, 'grantLevel'>, level: EmployerType): boolean =>
  user.grantLevel >= GRANT_LEVELS[level];

export const isType = (user: Pick<SessionUser, 'userType'>, ...types: readonly EmployerType[]): boolean =>
  types.includes(user.userType as EmployerType);

/** Root and companies decide about data of people. */
export const managesPrivacy = (user: Pick<SessionUser, 'userType'>): boolean => isType(user, 'root', 'company');

/** Only root sees the branches menu and the branch inbox in the header. */
export const seesBranchesMenu = (user: SessionUser): boolean => isType(user, 'root');

/** Root and HR see the branch of each job. */
export const seesBranchNames = (user: SessionUser): boolean => isType(user, 'root', 'hr_account');

/** Only root sees the branch dropdown and sorts the jobs by branch. */
export const seesBranchDropdown = (user: SessionUser): boolean => isType(user, 'root');

/**
 * True for a company without credits; if it has no job either, it must visit the packages first. See
 * docs/PRODUCT.md#job-list.
 */
export const mustBuyFirst = (user: SessionUser): boolean => isType(user, 'company') && user.jobCreationBalance <= 0;

const SHOWN_IN_FORM: readonly string[] = [
  ERROR_KEYS.wrongCredentials,
  ERROR_KEYS.noDashboardAccess,
  ERROR_KEYS.workerLogin,
  ERROR_KEYS.unknownUserType,
  ERROR_KEYS.challengeRequired,
];

/** Statuses that ask for a later retry: rate limits and unavailable servers. */
const RETRY_STATUSES = [429, 502, 503, 504];

/** True for failures that the login form shows, so that it keeps its values; any other opens the error page. */
export const isShownInLoginForm = ({ key, kind, status }: Failure): boolean =>
  SHOWN_IN_FORM.includes(key) || kind === 'network' || RETRY_STATUSES.includes(status);

/**
 * True when a failed load of the current user ends the stored session: every response does, except those that ask for
 * a retry. See docs/PRODUCT.md#lost-session.
 */
export const refusesSession = ({ status }: Failure): boolean => status !== 0 && !RETRY_STATUSES.includes(status);

const FIRST_RETRY = 1000;
const LONGEST_RETRY = 30_000;

/** Returns the milliseconds before the next try, doubled each time; `tries` counts from 1. */
export const retryPause = (tries: number): number => Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (tries - 1));

type Reaction = 'none' | 'leaveToLogin' | 'leaveToHome' | 'rotateToken' | 'resume';

/** Returns a tab's reaction to a message of another tab. `userId` is null for a guest. */
export const reactionTo = (message: SessionMessage, tab: { userId: number | null; expired: boolean }): Reaction => {
  if (message.type === 'signedOut') return tab.userId === null ? 'none' : 'leaveToLogin';
  if (message.userId !== tab.userId) return message.type === 'signedIn' ? 'leaveToHome' : 'none';
  return tab.expired ? 'resume' : 'rotateToken';
};
