import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';
import styles from './PaymentCard.module.css';

export const CardSkeleton = () => (
  <div className={styles.columns}>
    <Card className={styles.card}>
      <div className={styles.form}>
        <Skeleton width="100%" height={44} />
        <Skeleton width="100%" height={44} />
        <div className={styles.pair}>
          <Skeleton width="100%" height={44} />
          <Skeleton width="100%" height={44} />
        </div>
        <Skeleton width="100%" height={44} />
      </div>
    </Card>
    <div className={styles.side}>
      <Card className={styles.summary}>
        <Skeleton width="40%" height={20} />
        <Skeleton width="100%" />
        <Skeleton width="70%" />
      </Card>
    </div>
  </div>
);
