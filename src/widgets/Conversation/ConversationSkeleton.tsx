import { Bone } from '../../ui/Skeleton';
import styles from './Conversation.module.css';

const LINES = [
  { width: '46%', isOwn: false },
  { width: '38%', isOwn: true },
  { width: '60%', isOwn: false },
  { width: '28%', isOwn: true },
];

/** A placeholder while a conversation loads. */
export const ConversationSkeleton = () => (
  <>
    <div className={styles.head}>
      <Bone width={40} height={40} round />
      <Bone width={160} height={18} />
    </div>
    <div className={styles.bones}>
      {LINES.map(({ width, isOwn }) => (
        <span key={width} className={isOwn ? styles.ownBone : undefined}>
          <Bone width={width} height={44} />
        </span>
      ))}
    </div>
  </>
);
