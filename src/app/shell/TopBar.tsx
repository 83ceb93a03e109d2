import { Link, useLocation } from 'react-router-dom';
import type { SessionUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/Button';
import { Icon, Logo } from '../../ui/icons';
import { Name, T, useText } from '../../ui/text';
import { isJobList, type Destination } from './navigation';
import { NavItem } from './NavItem';
import { ProfileMenu } from './ProfileMenu';
import styles from './Shell.module.css';

/** The top bar: logo, destinations (on wide windows), credits, add job, account menu. */
export const TopBar = ({ user, destinations }: { user: SessionUser; destinations: readonly Destination[] }) => {
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
          {isCompany && (
            <>
              <span className={styles.company}>
                <Name>{user.companyName}</Name>
              </span>
              <Link
                to={paths.packages()}
                className={styles.balance}
                aria-label={t('shell.balanceLink', { count: user.jobCreationBalance })}
              >
                <T id="shell.balance" values={{ count: user.jobCreationBalance }} />
                <Icon name="plus" size={16} />
              </Link>
              <span className={styles.addJob}>
                <ButtonLink to={paths.jobCreate()} look={look} small icon="plus" title={t('shell.addJob')}>
                  <T id="shell.addJob" />
                </ButtonLink>
              </span>
            </>
          )}
          <ProfileMenu user={user} />
        </div>
      </div>
    </header>
  );
};
