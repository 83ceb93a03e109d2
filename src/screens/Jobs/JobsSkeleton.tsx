import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';
import styles from './Jobs.module.css';
import jobsSkeletonStyles from './JobsSkeleton.module.css';

const JobCardSkeleton = () => (
  <div className={styles.jobCard}>
    <div className="flex between at-start gap-12">
      <Skeleton width="55%" height={16} />
      <Skeleton width={64} height={20} />
    </div>
    <div className={jobsSkeletonStyles.cardSkeleton}>
      <Skeleton width="40%" />
      <Skeleton width="85%" />
      <Skeleton width="75%" />
    </div>
    <div className={styles.actions} />
  </div>
);

/** A placeholder of the list. Its rows and cards have the height of real ones. */
export const JobsSkeleton = ({ asCards }: { asCards: boolean }) =>
  asCards ? (
    <div className={styles.cards}>
      {Array.from({ length: 6 }, (_, at) => (
        <JobCardSkeleton key={at} />
      ))}
    </div>
  ) : (
    <Card className={jobsSkeletonStyles.skeleton}>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={jobsSkeletonStyles.skeletonRow}>
          <span>
            <Skeleton width={`${42 - (at % 3) * 8}%`} height={16} />
          </span>
          <Skeleton width={72} height={20} />
          <Skeleton width={48} />
        </div>
      ))}
    </Card>
  );
