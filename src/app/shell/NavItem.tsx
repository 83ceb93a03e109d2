import { Link, useLocation } from 'react-router-dom';
import { selectUnread } from '../../domains/chat';
import { selectDueCount } from '../../domains/today';
import { useAppSelector } from '../../store/hooks';
import { Icon, type IconName } from '../../ui/icons';
import { T, useText } from '../../ui/text';
import type { Destination } from './navigation';
import styles from './Navigation.module.css';

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
