import { Card } from '../../ui/Page';
import { Bone } from '../../ui/Skeleton';
import styles from './Jobs.module.css';

/** The list without its jobs; rows have the height of real ones. */
export const JobsSkeleton = () => (
  <Card className={styles.bones}>
    {Array.from({ length: 8 }, (_, at) => (
      <div key={at} className={styles.bone}>
        <span>
          <Bone width={`${42 - (at % 3) * 8}%`} height={16} />
        </span>
        <Bone width={72} height={20} />
        <Bone width={48} />
      </div>
    ))}
  </Card>
);
