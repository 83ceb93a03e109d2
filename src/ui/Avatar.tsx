import { memo, useState } from 'react';
import { fullName } from '../../contract/constants/text';
import { useDelayed } from './useDelayed';
import { Icon } from './icons';
import { Name } from './text';
import styles from './Avatar.module.css';

/** Milliseconds that a lazy row must stay visible before its photo loads. */
const LOAD_DELAY = 250;

interface AvatarProps {
  /** Null for an erased person. */
  name: string | null;
  src: string | null;
  /** Edge in px. */
  size: number;
  /** A number on the corner; hidden at 0, shown as 99+ above 99. */
  badge?: number;
  /** What the number counts, for screen readers. */
  badgeLabel?: string;
  /**
   * The row may scroll past quickly. The photo then loads late, because thousands of photos would slow a fast scroll.
   */
  lazy?: boolean;
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');

/**
 * Shows a photo, or initials or a neutral figure when there is no photo or it fails to load. The name is next to it, so the photo is
 * decorative.
 */
export const Avatar = memo(({ name, src, size, badge = 0, badgeLabel, lazy = false }: AvatarProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const hasPhoto = src !== null && src !== '' && src !== failedSrc;
  const hasStayed = useDelayed(lazy && hasPhoto, LOAD_DELAY);
  return (
    <span className="rigid block relative" style={{ width: size, height: size }}>
      <span className={styles.face} style={{ fontSize: Math.round(size * 0.34) }} aria-hidden="true">
        {!hasPhoto &&
          (name === null ? <Icon name="profile" size={Math.round(size / 2)} /> : <Name>{initials(name)}</Name>)}
        {hasPhoto && (!lazy || hasStayed) && (
          <img
            className={styles.image}
            src={src}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            fetchPriority="low"
            onError={() => setFailedSrc(src)}
          />
        )}
      </span>
      {badge > 0 && (
        <span className={styles.badge} role="img" aria-label={badgeLabel} title={badgeLabel}>
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </span>
  );
});
Avatar.displayName = 'Avatar';

interface PersonAvatarProps extends Omit<AvatarProps, 'name' | 'src'> {
  user: { firstName: string; lastName: string; imageUrl: string | null; isErased?: true | undefined };
}

/** The avatar of an applicant. Somebody whose data were erased has no initials. */
export const PersonAvatar = ({ user, ...more }: PersonAvatarProps) => (
  <Avatar name={user.isErased ? null : fullName(user)} src={user.imageUrl} {...more} />
);
