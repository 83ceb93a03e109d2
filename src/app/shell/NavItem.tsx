import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/icons';
import { T } from '../../ui/text';
import type { Destination } from './navigation';

/** A link of the navigation that knows whether one is there. */
export const NavItem = ({
  destination,
  className,
  size,
}: {
  destination: Destination;
  className?: string;
  size?: number;
}) => {
  const { pathname } = useLocation();
  return (
    <Link to={destination.to} className={className} aria-current={destination.at.test(pathname) ? 'page' : undefined}>
      <Icon name={destination.icon} size={size} />
      <span>
        <T id={destination.text} />
      </span>
    </Link>
  );
};
