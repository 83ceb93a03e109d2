import { Card } from '../../ui/Page';
import { Skeleton } from '../../ui/Skeleton';
import styles from './PublicPage.module.css';

const CARDS = [360, 420, 320];

export const PublicPageSkeleton = () => (
  <div className={styles.content}>
    {CARDS.map((height) => (
      <Card key={height} className={styles.skeleton}>
        <Skeleton width="30%" height={20} />
        <Skeleton width="100%" height={height - 92} />
      </Card>
    ))}
  </div>
);
