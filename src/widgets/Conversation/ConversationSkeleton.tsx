import { Skeleton } from '../../ui/Skeleton';
import styles from './Conversation.module.css';

const LINES = [
  { width: '46%', isOwn: false },
  { width: '38%', isOwn: true },
  { width: '60%', isOwn: false },
  { width: '28%', isOwn: true },
];

export const ConversationSkeleton = () => (
  <>
    <div className={styles.head}>
      <Skeleton width={40} height={40} round />
      <Skeleton width={160} height={18} />
    </div>
    <div className={styles.skeleton}>
      {LINES.map(({ width, isOwn }) => (
        <span key={width} className={isOwn ? styles.ownSkeleton : undefined}>
          <Skeleton width={width} height={44} />
        </span>
      ))}
    </div>
  </>
);
