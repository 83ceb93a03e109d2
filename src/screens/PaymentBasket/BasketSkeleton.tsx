import { Skeleton } from '../../ui/Skeleton';
import styles from './PaymentBasket.module.css';

export const BasketSkeleton = () => (
  <div className={styles.columns}>
    <div className={styles.column}>
      <div className={styles.card}>
        <Skeleton width={140} height={24} />
        <div className={styles.row}>
          <div className={styles.what}>
            <Skeleton width={180} height={20} />
            <Skeleton width={100} />
          </div>
          <Skeleton width={80} height={20} />
        </div>
      </div>
    </div>
    <div className={styles.summary}>
      <Skeleton width="100%" height={32} />
      <Skeleton width="100%" height={44} />
    </div>
  </div>
);
