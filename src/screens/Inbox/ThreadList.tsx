import { useCallback } from 'react';
import { inboxEndReached, inboxOpened, inboxPath, selectInbox, type InboxQuery } from '../../domains/chat';
import type { SessionUser } from '../../domains/session';
import { LIST_FIELDS } from '../../domains/kit/pagedList';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { ButtonLink } from '../../ui/Button';
import { MoreFailed } from '../../ui/ListEnd';
import { LoadState } from '../../ui/LoadState';
import { Skeleton } from '../../ui/Skeleton';
import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { useNearEnd } from '../../ui/useNearEnd';
import { ThreadRow } from './ThreadRow';
import styles from './Inbox.module.css';

const ROWS = [1, 2, 3, 4, 5, 6];

const ThreadsSkeleton = () => (
  <ul>
    {ROWS.map((row) => (
      <li key={row} className={styles.row}>
        <Skeleton width={48} height={48} round />
        <span className={styles.who}>
          <Skeleton width="50%" height={16} />
          <Skeleton width="80%" />
        </span>
      </li>
    ))}
  </ul>
);

const EmptyInbox = ({ q, isUnread }: Pick<InboxQuery, 'q' | 'isUnread'>) =>
  q === '' && isUnread ? (
    <EmptyState icon="check" title={<T id="inbox.allRead.title" />} text={<T id="inbox.allRead.text" />} />
  ) : q === '' ? (
    <EmptyState
      icon="inbox"
      title={<T id="inbox.empty.title" />}
      text={<T id="inbox.empty.text" />}
      action={
        <ButtonLink to={paths.applications()}>
          <T id="inbox.empty.action" />
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      icon="search"
      title={<T id="inbox.noMatch.title" />}
      text={<T id="inbox.noMatch.text" values={{ query: q }} />}
    />
  );

interface ThreadListProps {
  user: SessionUser;
  userId: number;
  openId: number | null;
}

/** The threads of an inbox, ten at a time. */
export const ThreadList = ({ user, userId, openId }: ThreadListProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { query, items: threads, list, refresh, more, next } = useFields(selectInbox, ...LIST_FIELDS);
  const { userId: listUserId, q, isUnread } = query;
  const handleEnd = useCallback(() => void dispatch(inboxEndReached()), [dispatch]);
  const canReadOn = next !== null && list.status === 'loaded' && more.status !== 'loading' && more.status !== 'failed';
  const end = useNearEnd(canReadOn, 200, handleEnd);
  const isCurrent = listUserId === userId;
  return (
    <nav className={styles.threads} aria-label={t('inbox.threads')}>
      <p className="visually-hidden" role="status">
        {isCurrent && (q !== '' || isUnread) && list.status === 'loaded' && (
          <T id="branchesInbox.total" values={{ count: threads.length }} />
        )}
      </p>
      <LoadState
        load={isCurrent ? list : { status: 'loading' }}
        skeleton={<ThreadsSkeleton />}
        stale={isCurrent && threads.length > 0}
        refresh={refresh}
        onRetry={() => void dispatch(inboxOpened({ ...query, userId }))}
      >
        {threads.length === 0 ? (
          <EmptyInbox q={q} isUnread={isUnread} />
        ) : (
          <ul>
            {threads.map((thread) => (
              <ThreadRow
                key={thread.id}
                thread={thread}
                to={inboxPath(user, userId, thread.id)}
                isOpen={thread.id === openId}
              />
            ))}
          </ul>
        )}
        {more.status === 'failed' && (
          <div className={styles.more}>
            <MoreFailed failure={more.error} onRetry={handleEnd} />
          </div>
        )}
        <div ref={end} className={styles.end} />
      </LoadState>
    </nav>
  );
};
