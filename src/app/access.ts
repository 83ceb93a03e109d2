import type { EmployerType } from '../../contract/constants/roles';
import type { PageOwner } from '../screens/Unauthorized/UnauthorizedPage';
import { hasLevel, isType, type SessionUser } from '../domains/session';

/** Who may see a page: guests only, anyone, or users at or over a level (and, if named, of a type). */
export interface Access {
  access: 'guest' | 'open' | EmployerType;
  types?: readonly EmployerType[];
  /** Whom a user who may not see it is told to have it. */
  who?: PageOwner;
}

/** `signIn`: a guest on a protected page; `denied`: too low or of another type; `goOn`: a user on a page for guests. */
export type Verdict = 'pass' | 'signIn' | 'denied' | 'goOn';

/** What becomes of a visit to a page. Spec 1, point 2. */
export const verdictOf = (user: SessionUser | null, { access, types }: Access): Verdict => {
  if (access === 'open') return 'pass';
  if (access === 'guest') return user ? 'goOn' : 'pass';
  if (!user) return 'signIn';
  return hasLevel(user, access) && (!types || isType(user, ...types)) ? 'pass' : 'denied';
};
