import { fullName } from '../../../contract/constants/text';
import { isType, seesBranchesMenu, type SessionUser, selectUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import type { MessageId } from '../../lib/intl';
import { type IconName, Icon, Logo } from '../../ui/icons';
import { useLocation, Outlet } from 'react-router-dom';
import { selectUnread } from '../../domains/chat';
import { selectDueCount } from '../../domains/today';
import { pageChanged, selectIsOffline, selectShownFrom } from '../../domains/program';
import { useAppSelector, useAppStore } from '../../store/hooks';
import { T, useText, Name } from '../../ui/text';
import bar from './BottomBar.module.css';
import styles from './Shell.module.css';
import { ButtonLink } from '../../ui/Button';
import { ProfileMenu } from './ProfileMenu';
import { Suspense, useEffect, type FocusEvent } from 'react';
import { GuestFrame } from '../../ui/GuestFrame';
import { OfflineBar, WrongClockBar } from '../../ui/OfflineBar';
import { ProgressLine } from '../../ui/ProgressLine';
import { Link } from '../../ui/router';
import { BulkProgress } from '../../widgets/Bulk/BulkProgress';
import { useChat, useTitleBadge } from './useChat';

interface Destination {
  to: string;
  /** Addresses that mark the destination as current. */
  at: RegExp;
  icon: IconName;
  text: MessageId;
}

/** True on the job list of all branches or of one, where a new job is the main action. */
const isJobList = (pathname: string): boolean => /^\/jobs(\/\d+)?\/?$/.test(pathname);

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

/** A navigation link that marks the current page. */
export const NavItem = ({
  destination,
  className,
  size,
}: {
  destination: Destination;
  className?: string;
  size?: number;
}) => {
  const t = useText();
  const { pathname } = useLocation();
  const unread = useAppSelector(selectUnread);
  const due = useAppSelector(selectDueCount);
  const counts: Partial<Record<IconName, number>> = { inbox: unread, today: due };
  const count = counts[destination.icon] ?? 0;
  return (
    <Link to={destination.to} className={className} aria-current={destination.at.test(pathname) ? 'page' : undefined}>
      <Icon name={destination.icon} size={size} />
      <T id={destination.text} />
      {count > 0 && (
        <span className={styles.unread}>
          <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
          <span className="visually-hidden">
            {t(destination.icon === 'today' ? 'shell.due' : 'shell.unread', { count })}
          </span>
        </span>
      )}
    </Link>
  );
};

/**
 * Shows the same destinations at the bottom of phones; on the job list the button "add job" floats above them. Other
 * pages have their own actions there.
 */
export const BottomBar = ({ destinations }: { destinations: readonly Destination[] }) => {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <nav className={bar.bar} aria-label={t('shell.nav.label')}>
      {isJobList(pathname) && (
        <Link to={paths.jobCreate()} className={bar.floating} aria-label={t('shell.addJob')}>
          <Icon name="plus" size={24} />
        </Link>
      )}
      {destinations.map((destination) => (
        <NavItem key={destination.to} destination={destination} className={bar.link} size={22} />
      ))}
    </nav>
  );
};

/** The top bar: logo, destinations (on wide windows), credits, add job, account menu. */
const TopBar = ({ user, destinations }: { user: SessionUser; destinations: readonly Destination[] }) => {
  const t = useText();
  const isCompany = user.userType === 'company';
  // Other pages have their own main action.
  const look = isJobList(useLocation().pathname) ? 'primary' : 'secondary';
  return (
    <header className={styles.top}>
      <div className={styles.topInner}>
        <Link to="/" className="rigid rounded" aria-label={t('shell.nav.home')}>
          <Logo />
        </Link>
        <nav className={styles.topNav} aria-label={t('shell.nav.label')}>
          {destinations.map((destination) => (
            <NavItem key={destination.to} destination={destination} className={styles.topLink} />
          ))}
        </nav>
        <div className={styles.right}>
          <span className={styles.company}>
            <Name className="ellipsis">{user.companyName ?? fullName(user)}</Name>
            {!isCompany && <T className="size-12 regular soft ellipsis" id={`shell.roles.${user.userType}`} />}
          </span>
          {isCompany && (
            <>
              <Link
                to={paths.packages()}
                className={styles.balance}
                aria-label={t('shell.balanceLink', { count: user.jobCreationBalance })}
              >
                <T id="shell.balance" values={{ count: user.jobCreationBalance }} />
                <Icon name="plus" size={16} />
              </Link>
              <span className={styles.addJob}>
                <ButtonLink
                  to={paths.jobCreate()}
                  look={look}
                  small
                  icon="plus"
                  title={t('shell.addJob')}
                  textId="shell.addJob"
                />
              </span>
            </>
          )}
          <ProfileMenu user={user} />
        </div>
      </div>
    </header>
  );
};

/**
 * Scrolls a focused text field clear of the bars (WCAG 2.4.11). The browser only brings its caret into view and
 * ignores the bars; the margin of other controls is enough.
 */
const scrollFocusIntoView = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
  // Events of a dialog bubble here through React, although its elements are elsewhere.
  if (target.matches('input, textarea') && currentTarget.contains(target)) target.scrollIntoView({ block: 'nearest' });
};

/** Says while the server does not answer, and from when the open page is. Each page has a view of its own. */
const KeptAnswersBar = () => {
  const store = useAppStore();
  const { pathname } = useLocation();
  const isOffline = useAppSelector(selectIsOffline);
  const shownFrom = useAppSelector(selectShownFrom);
  useEffect(() => {
    if (selectIsOffline(store.getState())) store.dispatch(pageChanged());
  }, [store, pathname]);
  return <OfflineBar isKept={isOffline} shownFrom={shownFrom} />;
};

export const Shell = () => {
  const user = useAppSelector(selectUser);
  useChat(user?.id);
  useTitleBadge();
  if (!user) {
    return (
      <>
        <WrongClockBar />
        <GuestFrame>
          <Suspense fallback={<ProgressLine />}>
            <Outlet />
          </Suspense>
        </GuestFrame>
      </>
    );
  }
  const destinations = destinationsFor(user);
  return (
    <>
      <a className={styles.skip} href="#content">
        <T id="shell.skip" />
      </a>
      <TopBar user={user} destinations={destinations} />
      <KeptAnswersBar />
      <WrongClockBar />
      <BulkProgress />
      <main id="content" tabIndex={-1} className={styles.main} onFocus={scrollFocusIntoView}>
        <Suspense fallback={<ProgressLine />}>
          <Outlet />
        </Suspense>
      </main>
      <BottomBar destinations={destinations} />
    </>
  );
};
