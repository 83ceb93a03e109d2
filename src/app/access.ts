import type { EmployerType } from '../../contract/constants/roles';
import type { PageOwner } from '../screens/Unauthorized/UnauthorizedPage';
import { hasLevel, isType, type SessionUser } from '../domains/session';

/** Who may see a page: only guests, anyone, or users of at least a level (and, if given, of a type). */
export interface Access {
  access: 'guest' | 'open' | EmployerType;
  types?: readonly EmployerType[];
  /** The role that may see the page; the page for denied users names it. */
  who?: PageOwner;
}

/**
 * `signIn`: a guest on a protected page; `denied`: a level too low or another type; `alreadySignedIn`: a user on a page
 * for guests.
 */
export type AccessResult = 'pass' | 'signIn' | 'denied' | 'alreadySignedIn';

/** Returns the result of a visit to a page. See docs/PRODUCT.md#page-access. */
export const checkAccess = (user: SessionUser | null, { access, types }: Access): AccessResult => {
  if (access === 'open') return 'pass';
  if (access === 'guest') return user ? 'alreadySignedIn' : 'pass';
  if (!user) return 'signIn';
  return hasLevel(user, access) && (!types || isType(user, ...types)) ? 'pass' : 'denied';
};

let loadBackOffice: () => Promise<void> = () => Promise.resolve();

/**
 * Sets how the domains (src/store/backOffice.ts) and texts of accounts and purchases load. Without a call they count
 * as loaded.
 */
export const setBackOfficeLoader = (loader: () => Promise<void>): void => void (loadBackOffice = loader);

/** Loads a module together with those domains and texts. */
export const withBackOffice = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadBackOffice()]);
  return loaded;
};
