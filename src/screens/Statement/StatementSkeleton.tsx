import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Statement.module.css';

const ROWS = [1, 2, 3, 4, 5, 6];

export const StatementSkeleton = () => (
  <Card className={styles.card}>
    {ROWS.map((row) => (
      <div key={row} className={styles.skeleton}>
        <Skeleton width={120} />
        <Skeleton width="40%" />
        <Skeleton width={48} />
      </div>
    ))}
  </Card>
);
