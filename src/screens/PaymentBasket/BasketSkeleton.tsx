import { Bone } from '../../ui/Skeleton';
import styles from './PaymentBasket.module.css';

/** The basket without content. */
export const BasketSkeleton = () => (
  <div className={styles.columns}>
    <div className={styles.column}>
      <div className={styles.card}>
        <Bone width={140} height={24} />
        <div className={styles.row}>
          <div className={styles.what}>
            <Bone width={180} height={20} />
            <Bone width={100} />
          </div>
          <Bone width={80} height={20} />
        </div>
      </div>
    </div>
    <div className={styles.summary}>
      <Bone width="100%" height={32} />
      <Bone width="100%" height={44} />
    </div>
  </div>
);
