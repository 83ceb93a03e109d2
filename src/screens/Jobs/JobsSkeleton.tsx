import { Card } from '../../ui/Page';
import { Bone } from '../../ui/Skeleton';
import styles from './Jobs.module.css';
import jobsSkeletonStyles from './JobsSkeleton.module.css';

const JobCardSkeleton = () => (
  <div className={styles.jobCard}>
    <div className={styles.cardHead}>
      <Bone width="55%" height={16} />
      <Bone width={64} height={20} />
    </div>
    <div className={jobsSkeletonStyles.cardBones}>
      <Bone width="40%" />
      <Bone width="85%" />
      <Bone width="75%" />
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
    <Card className={jobsSkeletonStyles.bones}>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={jobsSkeletonStyles.bone}>
          <span>
            <Bone width={`${42 - (at % 3) * 8}%`} height={16} />
          </span>
          <Bone width={72} height={20} />
          <Bone width={48} />
        </div>
      ))}
    </Card>
  );
