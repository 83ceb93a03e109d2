import { useParams, Navigate, Outlet, useSearchParams } from 'react-router-dom';
import {
  ALL_BRANCHES,
  listPath,
  picksBranch,
  inboxLeft,
  inboxOpened,
  notificationsWanted,
  selectBranchInboxes,
  selectInbox,
  type OpenThread,
} from '../../domains/chat';
import { type SessionUser, selectUser } from '../../domains/session';
import { Suspense, useEffect, useRef, useState } from 'react';
import { dataOr } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button, IconButton, ButtonLink } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { focusAfterLoss } from '../../ui/focusAfterLoss';
import { PageHeading } from '../../ui/PageHeading';
import { ProgressLine } from '../../ui/ProgressLine';
import { SearchField } from '../../ui/SearchField';
import { Segmented } from '../../ui/Segmented';
import { Select } from '../../ui/Select';
import { EmptyState } from '../../ui/State';
import { Name, T, useText } from '../../ui/text';
import { useNavigate } from '../../ui/router';
import { PHONE, useMedia } from '../../ui/useMedia';
import { useNameCutter } from '../../widgets/ApplicationList/BranchName';
import type { ConversationProps } from '../../widgets/Conversation/Conversation';
import { threadRowId, ThreadList } from './ThreadList';
import styles from './Inbox.module.css';

interface InboxAddress {
  /** The owner of the inbox, or `ALL_BRANCHES`; null if the address names none that this user may open. */
  listId: number | null;
  open: OpenThread | null;
}

const idOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/**
 * Reads the address: `/inbox/{threadId}` of the user's inbox, `/inbox/{branchId}/{threadId}` of a branch. For root and
 * HR staff the first part is always a branch, and `/inbox` and `?list=all` show all branches: docs/PRODUCT.md#inbox.
 */
const useInboxAddress = (user: SessionUser): InboxAddress => {
  const params = useParams();
  const [search] = useSearchParams();
  const threadId = idOf(params.threadId);
  const branchId = idOf(params.branchId);
  if (branchId !== null && threadId !== null) {
    const open = { userId: branchId, threadId };
    if (!picksBranch(user)) return { listId: branchId === user.id ? branchId : null, open };
    return { listId: search.get('list') === 'all' ? ALL_BRANCHES : branchId, open };
  }
  if (picksBranch(user)) return { listId: threadId ?? ALL_BRANCHES, open: null };
  return { listId: user.id, open: threadId === null ? null : { userId: user.id, threadId } };
};

/**
 * Moves the focus of a closed conversation to its row, or to the heading if the list no longer shows it. On a phone the
 * conversation hides the list, so it takes the focus of the row.
 */
const useThreadFocus = (threadId: number | null, isPhone: boolean) => {
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef(threadId);
  useEffect(() => {
    const left = before.current;
    before.current = threadId;
    if (threadId === left) return undefined;
    if (threadId !== null) {
      if (isPhone) pane.current?.focus();
      return undefined;
    }
    return focusAfterLoss({
      current: document.getElementById(threadRowId(left!)) ?? list.current?.querySelector('h1') ?? null,
    });
  }, [threadId, isPhone]);
  return { list, pane };
};

const SEARCH_DELAY = 300;

interface BranchHeadProps {
  user: SessionUser;
  listId: number;
}

/** The branch whose inbox root or HR has opened, all branches at first, with a link to the list of branches. */
const BranchHead = ({ user, listId }: BranchHeadProps) => {
  const t = useText();
  const navigate = useNavigate();
  const isPhone = useMedia(PHONE);
  const cutName = useNameCutter();
  const branches = dataOr(useFields(selectBranchInboxes, 'branches').branches, []);
  const name = branches.find(({ id }) => id === listId)?.companyName;
  const all = { value: String(ALL_BRANCHES), label: t('inbox.all.title') };
  const options = branches.map(({ id, companyName, nbInbox }) => ({
    value: String(id),
    label:
      nbInbox > 0 ? t('inbox.branch.unread', { name: cutName(companyName), count: nbInbox }) : cutName(companyName),
    isName: true,
    title: companyName,
  }));
  return (
    <div className={styles.branch}>
      <ButtonLink to={paths.branchesInbox()} look="quiet" small icon="back">
        <T className={isPhone ? 'visually-hidden' : undefined} id="branchesInbox.title" />
      </ButtonLink>
      <PageHeading
        title={listId === ALL_BRANCHES ? all.label : (name ?? t('inbox.title'))}
        hidden={isPhone}
        className="size-24 breaks"
      >
        {name && <Name>{name}</Name>}
      </PageHeading>
      {(listId === ALL_BRANCHES ? branches.length > 0 : name !== undefined) && (
        <Select
          label={t('inbox.branch.label')}
          labelHidden
          className="full"
          value={String(listId)}
          options={[all, ...options]}
          onChange={(value) => navigate(listPath(user, Number(value)))}
        />
      )}
    </div>
  );
};

interface InboxProps extends BranchHeadProps {
  open: OpenThread | null;
}

const Inbox = ({ user, listId, open }: InboxProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  // The bottom bar names the page.
  const isPhone = useMedia(PHONE);
  const { push, query, list, items: threads } = useFields(selectInbox, 'push', 'query', 'list', 'items');
  // An empty list explains itself, so nothing is shown beside it.
  const hasNoThreads =
    open === null &&
    query.userId === listId &&
    query.q === '' &&
    !query.isUnread &&
    list.status === 'loaded' &&
    threads.length === 0;
  const [q, setQ] = useState('');
  const [searched, setSearched] = useState('');
  const [isUnread, setIsUnread] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(q.trim()), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [q]);
  useEffect(() => {
    dispatch(inboxOpened({ userId: listId, q: searched, ...(isUnread && { isUnread }) }));
  }, [dispatch, listId, searched, isUnread]);
  useEffect(() => () => void dispatch(inboxLeft()), [dispatch]);
  const { list: listBox, pane } = useThreadFocus(open?.threadId ?? null, isPhone);
  const askToNotify = () => dispatch(notificationsWanted());
  return (
    <div className={cx(styles.page, open && styles.isOpen, hasNoThreads && styles.isBare)}>
      <div ref={listBox} className={styles.list}>
        <div className={styles.head}>
          {picksBranch(user) ? (
            <BranchHead user={user} listId={listId} />
          ) : (
            <PageHeading title={t('inbox.title')} hidden={isPhone} className="size-24 breaks" />
          )}
          <SearchField
            label={t('inbox.search')}
            value={q}
            onChange={setQ}
            onSubmit={(text) => setSearched(text.trim())}
          />
          <div className="row between gap-8 full">
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
            {push === 'prompt' && isPhone && (
              <IconButton icon="bell" label={t('inbox.push.offer')} onClick={askToNotify} />
            )}
          </div>
          {push === 'install' && <T as="p" className="hint" id="inbox.push.install" />}
          {push === 'prompt' && !isPhone && (
            <Button small icon="bell" onClick={askToNotify} textId="inbox.push.offer" />
          )}
        </div>
        <ThreadList user={user} listId={listId} openId={open?.threadId ?? null} />
      </div>
      <div ref={pane} tabIndex={-1} className={styles.open} hidden={hasNoThreads}>
        {open === null ? (
          <EmptyState icon="inbox" title={<T id="inbox.none.title" />} text={<T id="inbox.none.text" />} />
        ) : (
          <>
            <ButtonLink to={listPath(user, listId)} look="quiet" icon="back" className={styles.back}>
              <T className="visually-hidden" id="inbox.back" />
            </ButtonLink>
            <Suspense fallback={<ProgressLine />}>
              <Outlet context={{ ...open, home: listPath(user, listId) } satisfies ConversationProps} />
            </Suspense>
          </>
        )}
      </div>
    </div>
  );
};

/** Threads on the left and the conversation on the right; two pages on a phone: docs/PRODUCT.md#inbox. */
export const InboxPage = () => {
  const user = useAppSelector(selectUser);
  return user && <InboxOf user={user} />;
};

const InboxOf = ({ user }: { user: SessionUser }) => {
  const { listId, open } = useInboxAddress(user);
  if (listId === null) return <Navigate to={paths.inbox()} replace />;
  return <Inbox key={listId} user={user} listId={listId} open={open} />;
};
