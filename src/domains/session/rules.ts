import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { GRANT_LEVELS, type EmployerType } from '../../../contract/constants/roles';
import type { SessionUser } from '../../../contract/schemas/session';
import type { SessionMessage } from '../../lib/sessionChannel';
import type { Failure } from '../kit/failure';

/** True at or over the level of a type. Spec 1, point 6. */
export const hasLevel = (user: Pick<SessionUser, 'grantLevel'>, level: EmployerType): boolean =>
  user.grantLevel >= GRANT_LEVELS[level];

export const isType = (user: Pick<SessionUser, 'userType'>, ...types: readonly EmployerType[]): boolean =>
  types.includes(user.userType as EmployerType);

/** Only root sees the branches menu and the branch inbox in the header. Spec 1, point 6. */
export const seesBranchesMenu = (user: SessionUser): boolean => isType(user, 'root');

/** Only root sees the dropdown of branches and the branch on job rows. Spec 1, point 6. */
export const seesBranchDropdown = (user: SessionUser): boolean => isType(user, 'root');

/** A company without credit; it is sent to the packages where it has no job either. Spec 1, point 2. */
export const mustBuyFirst = (user: SessionUser): boolean => isType(user, 'company') && user.jobCreationBalance <= 0;

const SHOWN_IN_FORM: readonly string[] = [
  ERROR_KEYS.wrongCredentials,
  ERROR_KEYS.noDashboardAccess,
  ERROR_KEYS.workerLogin,
  ERROR_KEYS.unknownUserType,
  ERROR_KEYS.challengeRequired,
];

/** Answers that ask to come again later: too many requests, a gateway or a server that is not up. */
const COME_AGAIN = [429, 502, 503, 504];

/** What the login form says itself, so that what was typed stays; any other failure goes to the error page. */
export const isShownInLoginForm = ({ key, kind, status }: Failure): boolean =>
  SHOWN_IN_FORM.includes(key) || kind === 'network' || COME_AGAIN.includes(status);

/**
 * Whether a failed load of the current user ends the stored session: any answer does (spec 1, point 8), but no answer
 * and an answer that asks to come again say nothing about the session.
 */
export const refusesSession = ({ status }: Failure): boolean => status !== 0 && !COME_AGAIN.includes(status);

const FIRST_RETRY = 1000;
const LONGEST_RETRY = 30_000;

/** Milliseconds to wait before the next try, doubled each time; `tries` counts from 1. */
export const retryPause = (tries: number): number => Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (tries - 1));

export type Reaction = 'none' | 'leaveToLogin' | 'leaveToHome' | 'takeToken' | 'resume';

/** What a tab does on a message of another one. `userId` is null for a guest. */
export const reactionTo = (message: SessionMessage, tab: { userId: number | null; expired: boolean }): Reaction => {
  if (message.type === 'signedOut') return tab.userId === null ? 'none' : 'leaveToLogin';
  if (message.userId !== tab.userId) return message.type === 'signedIn' ? 'leaveToHome' : 'none';
  return tab.expired ? 'resume' : 'takeToken';
};
