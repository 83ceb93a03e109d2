import { Card } from '../../ui/Page';
import { Bone } from '../../ui/Skeleton';
import styles from './Statement.module.css';

const ROWS = [1, 2, 3, 4, 5, 6];

/** Placeholder rows. */
export const StatementSkeleton = () => (
  <Card className={styles.card}>
    {ROWS.map((row) => (
      <div key={row} className={styles.bones}>
        <Bone width={120} />
        <Bone width="40%" />
        <Bone width={48} />
      </div>
    ))}
  </Card>
);
