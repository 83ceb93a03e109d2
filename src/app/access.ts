import type { EmployerType } from '../../contract/constants/roles';
import type { PageOwner } from '../screens/Unauthorized/UnauthorizedPage';
import { hasLevel, isType, type SessionUser } from '../domains/session';

/** Who may see a page: only guests, anyone, or users of at least a level (and, if given, of a type). */
export interface Access {
  access: 'guest' | 'open' | EmployerType;
  types?: readonly EmployerType[];
  /** The role that the page for denied users names as able to see it. */
  who?: PageOwner;
}

/**
 * `signIn`: a guest on a protected page; `denied`: a level too low or another type; `goOn`: a user on a page for
 * guests.
 */
export type Verdict = 'pass' | 'signIn' | 'denied' | 'goOn';

/** Returns the result of a visit to a page. See docs/PRODUCT.md#page-access. */
export const verdictOf = (user: SessionUser | null, { access, types }: Access): Verdict => {
  if (access === 'open') return 'pass';
  if (access === 'guest') return user ? 'goOn' : 'pass';
  if (!user) return 'signIn';
  return hasLevel(user, access) && (!types || isType(user, ...types)) ? 'pass' : 'denied';
};
