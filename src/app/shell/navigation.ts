import { isType, seesBranchesMenu, type SessionUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import type { MessageId } from '../../lib/intl';
import type { IconName } from '../../ui/icons';

export interface Destination {
  to: string;
  /** Addresses that mark the destination as current. */
  at: RegExp;
  icon: IconName;
  text: MessageId;
}

/** True on the job list of all branches or of one, where a new job is the main action. */
export const isJobList = (pathname: string): boolean => /^\/jobs(\/\d+)?\/?$/.test(pathname);

/** Returns the navigation links for the user's role. See docs/PRODUCT.md#header. */
export const destinationsFor = (user: SessionUser): Destination[] => {
  const isRoot = isType(user, 'root');
  return [
    { to: paths.today(), at: /^\/today/, icon: 'today', text: 'shell.nav.today' },
    { to: paths.jobs(), at: /^\/jobs(?!\/detail)/, icon: 'jobs', text: 'shell.nav.jobs' },
    ...(seesBranchesMenu(user)
      ? [{ to: paths.branches(), at: /^\/branches(\/|$)/, icon: 'branches', text: 'shell.nav.branches' } as const]
      : []),
    {
      to: paths.applications({ page: 1, activeTab: 'all' }),
      // The page of one job's applications belongs to them too, also with an applicant open.
      at: /^\/(applications|jobs\/detail)/,
      icon: 'applications',
      text: 'shell.nav.applications',
    },
    {
      to: isRoot ? paths.branchesInbox() : paths.inbox(),
      at: /^\/(branches-)?inbox/,
      icon: 'inbox',
      text: 'shell.nav.inbox',
    },
    { to: paths.profile(), at: /^\/profile/, icon: 'profile', text: 'shell.nav.profile' },
  ];
};
