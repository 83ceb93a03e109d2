import type { Comment } from '../../../domains/applications';
import { selectUser } from '../../../domains/session';
import { formatDay, formatTime } from '../../../lib/dates';
import { useAppSelector } from '../../../store/hooks';
import { Name, T } from '../../../ui/text';
import { CommentBox } from './CommentBox';
import styles from './Profile.module.css';

interface CommentsProps {
  workerId: number;
  comments: readonly Comment[];
}

/**
 * The organisation's comments about the worker, newest first. Companies can read but not write them:
 * docs/PRODUCT.md#comments.
 */
export const Comments = ({ workerId, comments }: CommentsProps) => {
  const mayWrite = useAppSelector(selectUser)?.userType !== 'company';
  // A company is alone in its organisation, so nobody can ever write one.
  if (!mayWrite && comments.length === 0) return null;
  return (
    <section aria-labelledby="comments">
      <h2 id="comments">
        <T id="applicant.comments.title" />
      </h2>
      {mayWrite && <CommentBox workerId={workerId} />}
      {comments.length === 0 && (
        <p className={styles.soft}>
          <T id="applicant.comments.empty" />
        </p>
      )}
      <ul className={styles.rows}>
        {comments.map(({ id, message, author, createdAt }) => (
          // A comment that the server has not confirmed has a negative id.
          <li key={id} className={id < 0 ? styles.unconfirmed : undefined}>
            <p className={styles.about}>{message}</p>
            <span className={styles.soft}>
              <Name>{author}</Name>{' '}
              <time dateTime={createdAt}>{`${formatDay(createdAt)} ${formatTime(createdAt)}`}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
