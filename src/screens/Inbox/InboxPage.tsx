import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import {
  inboxLeft,
  inboxOpened,
  inboxPath,
  notificationsWanted,
  picksBranch,
  selectBranchInboxes,
  selectInbox,
} from '../../domains/chat';
import { dataOr } from '../../domains/kit/loadable';
import { selectUser, type SessionUser } from '../../domains/session';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { PageHeading } from '../../ui/PageHeading';
import { SearchField } from '../../ui/SearchField';
import { Segmented } from '../../ui/Segmented';
import { EmptyState } from '../../ui/State';
import { Name, T, useText } from '../../ui/text';
import { Conversation } from '../../widgets/Conversation/Conversation';
import { ThreadList } from './ThreadList';
import { useInboxAddress } from './useInboxAddress';
import styles from './Inbox.module.css';

const SEARCH_DELAY = 300;

interface InboxProps {
  user: SessionUser;
  userId: number;
  threadId: number | null;
}

/** Returns the name of the branch whose inbox root or HR has opened. */
const useBranchName = (user: SessionUser, userId: number): string | undefined => {
  const { branches } = useFields(selectBranchInboxes, 'branches');
  const branch = picksBranch(user) ? dataOr(branches, []).find(({ id }) => id === userId) : undefined;
  return branch?.companyName;
};

const Inbox = ({ user, userId, threadId }: InboxProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { push, query, list, items: threads } = useFields(selectInbox, 'push', 'query', 'list', 'items');
  // An empty list explains itself, so nothing is shown beside it.
  const hasNoThreads =
    threadId === null &&
    query.userId === userId &&
    query.q === '' &&
    !query.isUnread &&
    list.status === 'loaded' &&
    threads.length === 0;
  const branchName = useBranchName(user, userId);
  const [q, setQ] = useState('');
  const [searched, setSearched] = useState('');
  const [isUnread, setIsUnread] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(q.trim()), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [q]);
  useEffect(() => {
    dispatch(inboxOpened({ userId, q: searched, ...(isUnread && { isUnread }) }));
  }, [dispatch, userId, searched, isUnread]);
  useEffect(() => () => void dispatch(inboxLeft()), [dispatch]);
  return (
    <div className={cx(styles.page, threadId !== null && styles.isOpen, hasNoThreads && styles.isBare)}>
      <div className={styles.list}>
        <div className={styles.head}>
          {picksBranch(user) && (
            <ButtonLink to={paths.branchesInbox()} look="quiet" small icon="back">
              <T id="inbox.toBranches" />
            </ButtonLink>
          )}
          <PageHeading title={branchName ?? t('inbox.title')} className="size-24 breaks">
            {branchName && <Name>{branchName}</Name>}
          </PageHeading>
          <SearchField
            label={t('inbox.search')}
            value={q}
            onChange={setQ}
            onSubmit={(text) => setSearched(text.trim())}
          />
          <Segmented
            row
            label={t('inbox.filter.label')}
            value={isUnread ? 'unread' : 'all'}
            options={[
              { value: 'all', label: t('inbox.filter.all') },
              { value: 'unread', label: t('inbox.filter.unread') },
            ]}
            onChange={(value) => setIsUnread(value === 'unread')}
          />
          {push === 'install' && (
            <p className="hint">
              <T id="inbox.push.install" />
            </p>
          )}
          {push === 'prompt' && (
            <Button small icon="bell" onClick={() => dispatch(notificationsWanted())}>
              <T id="inbox.push.offer" />
            </Button>
          )}
        </div>
        <ThreadList user={user} userId={userId} openId={threadId} />
      </div>
      <div className={styles.open} hidden={hasNoThreads}>
        {threadId === null ? (
          <EmptyState icon="inbox" title={<T id="inbox.none.title" />} text={<T id="inbox.none.text" />} />
        ) : (
          <>
            <ButtonLink to={inboxPath(user, userId)} look="quiet" icon="back" className={styles.back}>
              <span className="visually-hidden">
                <T id="inbox.back" />
              </span>
            </ButtonLink>
            <Conversation userId={userId} threadId={threadId} />
          </>
        )}
      </div>
      <Outlet />
    </div>
  );
};

/** Threads on the left and the conversation on the right; two pages on a phone: docs/PRODUCT.md#inbox. */
export const InboxPage = () => {
  const user = useAppSelector(selectUser);
  return user && <InboxOf user={user} />;
};

const InboxOf = ({ user }: { user: SessionUser }) => {
  const { userId, threadId } = useInboxAddress(user);
  if (userId === null) return <Navigate to={picksBranch(user) ? paths.branchesInbox() : paths.inbox()} replace />;
  return <Inbox key={userId} user={user} userId={userId} threadId={threadId} />;
};
