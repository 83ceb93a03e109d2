import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import type { Destination } from './navigation';
import { NavItem } from './NavItem';
import styles from './Shell.module.css';

interface BottomBarProps {
  destinations: readonly Destination[];
  isCompany: boolean;
}

/** The job list, of all or of one branch. Other pages of jobs have actions of their own at the thumb. */
const JOB_LIST = /^\/jobs(\/\d+)?\/?$/;

/** The same destinations at the thumb, on phones; a company's "add job" floats over them on the job list. */
export const BottomBar = ({ destinations, isCompany }: BottomBarProps) => {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <nav className={styles.bottomNav} aria-label={t('shell.nav.label')}>
      {isCompany && JOB_LIST.test(pathname) && (
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
