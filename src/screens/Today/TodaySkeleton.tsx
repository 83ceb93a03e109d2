import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Today.module.css';

export const TodaySkeleton = () => (
  <Card className={styles.group}>
    {Array.from({ length: 5 }, (_, at) => (
      <div key={at} className={styles.row}>
        <Skeleton width={44} height={44} round />
        <Skeleton width={200} />
      </div>
    ))}
  </Card>
);
