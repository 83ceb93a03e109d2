import { cx } from '../../ui/cx';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Packages.module.css';

const CARDS = [1, 2, 3, 4];

export const PackagesSkeleton = ({ cards = CARDS.length }: { cards?: number }) => (
  <div className={styles.grid}>
    {CARDS.slice(0, cards).map((card) => (
      <div key={card} className={cx(styles.card, styles.blank)}>
        <Skeleton width={140} height={24} />
        <Skeleton width={110} height={36} />
        <Skeleton width="80%" />
        <Skeleton width="70%" />
        <div className={styles.buy}>
          <Skeleton width="100%" height={44} />
        </div>
      </div>
    ))}
  </div>
);
