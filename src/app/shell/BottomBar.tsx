import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import { isJobList, type Destination } from './navigation';
import { NavItem } from './NavItem';
import styles from './Navigation.module.css';

/**
 * Shows the same destinations at the bottom of phones; on the job list the button "add job" floats above them. Other
 * pages have their own actions there.
 */
export const BottomBar = ({ destinations }: { destinations: readonly Destination[] }) => {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <nav className={styles.bottomNav} aria-label={t('shell.nav.label')}>
      {isJobList(pathname) && (
        <Link to={paths.jobCreate()} className={styles.floating} aria-label={t('shell.addJob')}>
          <Icon name="plus" size={24} />
        </Link>
      )}
      {destinations.map((destination) => (
        <NavItem key={destination.to} destination={destination} className={styles.bottomLink} size={22} />
      ))}
    </nav>
  );
};
