import { memo, useState } from 'react';
import { useDelayed } from './useDelayed';
import styles from './Avatar.module.css';

/** How long a row that may fly by has to stay before its photo is asked for, in ms. */
const PASSING = 250;

interface AvatarProps {
  name: string;
  src: string | null;
  /** Edge in px. */
  size: number;
  /** A number on the corner, not shown at 0; over 99 it reads 99+. */
  badge?: number;
  /** What the number counts, for screen readers. */
  badgeLabel?: string;
  /** Stands in a row that may only fly by: loading, drawing and discarding thousands of photos is what a scroll costs. */
  passing?: boolean;
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? '')
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');

/** A photo, or the initials where there is none or it fails to load. The name stands beside it, so the photo is decorative. */
export const Avatar = memo(({ name, src, size, badge = 0, badgeLabel, passing = false }: AvatarProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  const hasPhoto = src !== null && src !== '' && src !== broken;
  const hasStayed = useDelayed(passing && hasPhoto, PASSING);
  return (
    <span className={styles.wrap} style={{ width: size, height: size }}>
      <span className={styles.face} style={{ fontSize: Math.round(size * 0.34) }} aria-hidden="true">
        {!hasPhoto && initials(name)}
        {hasPhoto && (!passing || hasStayed) && (
          <img
            className={styles.image}
            src={src}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            fetchPriority="low"
            onError={() => setBroken(src)}
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
