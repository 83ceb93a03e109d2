import { cx } from '../../ui/cx';
import { Bone } from '../../ui/Skeleton';
import styles from './Packages.module.css';

const CARDS = [1, 2, 3, 4];

/** The cards without content. */
export const PackagesSkeleton = ({ cards = CARDS.length }: { cards?: number }) => (
  <div className={styles.grid}>
    {CARDS.slice(0, cards).map((card) => (
      <div key={card} className={cx(styles.card, styles.blank)}>
        <Bone width={140} height={24} />
        <Bone width={110} height={36} />
        <Bone width="80%" />
        <Bone width="70%" />
        <div className={styles.buy}>
          <Bone width="100%" height={44} />
        </div>
      </div>
    ))}
  </div>
);
