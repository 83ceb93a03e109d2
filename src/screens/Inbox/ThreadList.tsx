import { memo, useCallback } from 'react';
import { dayAt } from '../../../contract/zone';
import { changeTextId } from '../../domains/appointments';
import {
  ALL_BRANCHES,
  isQuiet,
  listPath,
  type Thread,
  inboxEndReached,
  inboxOpened,
  selectInbox,
  type InboxQuery,
} from '../../domains/chat';
import { formatDay, formatTime, shortWallTime } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import type { SessionUser } from '../../domains/session';
import { LIST_FIELDS } from '../../domains/kit/pagedList';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { PersonAvatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { useDateLocale, Name, T, useHasText, useText } from '../../ui/text';
import { personName } from '../../ui/personName';
import { useNowEach } from '../../ui/ticker';
import { ButtonLink } from '../../ui/Button';
import { StageBadge } from '../../ui/StageBadge';
import { useNearEnd } from '../../ui/ListEnd';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { EmptyState, MoreFailed } from '../../ui/State';
import { Link } from '../../ui/router';
import { BranchName } from '../../widgets/ApplicationList/BranchName';
import styles from './Inbox.module.css';

const PREVIEWS = {
  location: 'inbox.preview.location',
  appointment: 'inbox.preview.appointment',
  appointment_status: 'inbox.preview.appointmentStatus',
} as const;

type PreviewProps = Pick<Thread, 'lastMessage' | 'application'>;

const Preview = ({ lastMessage, application }: PreviewProps) => {
  const t = useText();
  const hasText = useHasText();
  const dateLocale = useDateLocale();
  if (!lastMessage) return <T id="inbox.preview.none" />;
  const { type, sender, body, appointment, reminder } = lastMessage;
  const when = appointment && shortWallTime(appointment.startAt, dateLocale);
  // The time is that of the interview, and a withdrawal is of the application.
  if (appointment?.status === 'WITHDRAWN') return <T id="appointments.status.WITHDRAWN" />;
  if (when) {
    const word = changeTextId(appointment.status);
    const status = t(hasText(word) ? word : 'inbox.preview.appointmentStatus');
    const values = { status, when, hasJob: application !== null, job: application?.jobTitle };
    return <T id="inbox.preview.event" values={values} />;
  }
  if (type === 'application') return <T id="inbox.preview.application" values={{ job: body }} />;
  if (type !== 'text') return <T id={PREVIEWS[type]} />;
  if (reminder) return <T id="inbox.preview.reminder" values={{ text: body }} />;
  return <span>{sender === 'employer' ? t('inbox.you', { text: body }) : body}</span>;
};

/** The time of a message from today, or the date of an older one. */
const When = ({ iso }: { iso: string }) => {
  const now = useNowEach(60);
  const { timeZone } = readSettings();
  const isToday = dayAt(Date.parse(iso), timeZone) === dayAt(now, timeZone);
  return (
    <time dateTime={iso} className="at-last rigid soft size-12 numbers regular">
      {isToday ? formatTime(iso) : formatDay(iso)}
    </time>
  );
};

/** The id of the link that opens a conversation. */
export const threadRowId = (id: number) => `thread-${id}`;

interface ThreadRowProps {
  thread: Thread;
  to: string;
  isOpen: boolean;
  /** The list holds several branches. */
  showsBranch: boolean;
}

const ThreadRow = memo(({ thread, to, isOpen, showsBranch }: ThreadRowProps) => {
  const t = useText();
  const { user, companyName, lastMessage, lastMessageAt, nbUnreadMessage, isBlocked, application } = thread;
  const name = personName(t, user);
  const unread = isOpen ? 0 : nbUnreadMessage;
  const weight = isQuiet(thread) ? styles.quiet : unread > 0 && styles.unread;
  return (
    <li>
      <Link
        id={threadRowId(thread.id)}
        to={to}
        className={cx(styles.row, weight)}
        aria-current={isOpen ? 'true' : undefined}
      >
        <PersonAvatar user={user} size={48} badge={unread} badgeLabel={t('inbox.unread', { count: unread })} />
        <span className="stack gap-4 grows shrinks">
          <span className={styles.name}>
            <Name className="ellipsis">{name}</Name>
            {/* The previews of other messages name the job. */}
            {lastMessage?.type === 'text' && application && <span className={styles.job}>{application.jobTitle}</span>}
            {isBlocked && <Icon name="block" size={16} />}
            {lastMessageAt && <When iso={lastMessageAt} />}
          </span>
          <span className={cx(styles.preview, lastMessage?.appointment && styles.event)}>
            <Preview lastMessage={lastMessage} application={application} />
          </span>
          {(thread.stage || (showsBranch && companyName)) && (
            <span className="row wrap gap-4-8 shrinks">
              <StageBadge stage={thread.stage} />
              {showsBranch && companyName && (
                <span className="hint ellipsis">
                  <span className="visually-hidden">{`${t('inbox.branch.label')} `}</span>
                  <BranchName name={companyName} />
                </span>
              )}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
});
ThreadRow.displayName = 'ThreadRow';

const ROWS = [1, 2, 3, 4, 5, 6];

const ThreadsSkeleton = () => (
  <ul>
    {ROWS.map((row) => (
      <li key={row} className={styles.row}>
        <Skeleton width={48} height={48} round />
        <span className="stack gap-4 grows shrinks">
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
      action={<ButtonLink to={paths.applications()} textId="inbox.empty.action" />}
    />
  ) : (
    <EmptyState
      icon="search"
      title={<T id="inbox.noMatch.title" />}
      text={<T id="inbox.noMatch.text" values={{ query: q }} />}
    />
  );

/** The conversations of all branches in two groups: those that wait for an answer, and the others. */
const groupsOf = (threads: readonly Thread[]) => {
  const first = threads.findIndex(({ awaitingSince }) => !awaitingSince);
  const at = first < 0 ? threads.length : first;
  return { waiting: threads.slice(0, at), others: threads.slice(at) };
};

interface ThreadListProps {
  user: SessionUser;
  /** The owner of the inbox, or `ALL_BRANCHES`. */
  listId: number;
  openId: number | null;
}

const Rows = ({ user, listId, openId, threads }: ThreadListProps & { threads: readonly Thread[] }) => (
  <ul>
    {threads.map((thread) => (
      <ThreadRow
        key={thread.id}
        thread={thread}
        to={listPath(user, listId, { userId: thread.userId, threadId: thread.id })}
        isOpen={thread.id === openId}
        showsBranch={listId === ALL_BRANCHES}
      />
    ))}
  </ul>
);

/** The threads of an inbox, ten at a time. */
export const ThreadList = ({ user, listId, openId }: ThreadListProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const {
    query,
    items: threads,
    list,
    refresh,
    more,
    next,
    unanswered,
  } = useFields(selectInbox, ...LIST_FIELDS, 'unanswered');
  const { userId: listUserId, q, isUnread } = query;
  const handleEnd = useCallback(() => void dispatch(inboxEndReached()), [dispatch]);
  const canReadOn = next !== null && list.status === 'loaded' && more.status !== 'loading' && more.status !== 'failed';
  const end = useNearEnd(canReadOn, 200, handleEnd);
  const isCurrent = listUserId === listId;
  const isFiltered = q !== '' || isUnread === true;
  const isWhole = listId === ALL_BRANCHES;
  const { waiting, others } = isWhole ? groupsOf(threads) : { waiting: [], others: threads };
  const rows = { user, listId, openId };
  return (
    <nav className={styles.threads} aria-label={t('inbox.threads')}>
      <p className="visually-hidden" role="status">
        {isCurrent && isFiltered && list.status === 'loaded' && (
          <T id="branchesInbox.total" values={{ count: threads.length }} />
        )}
      </p>
      <LoadState
        load={isCurrent ? list : { status: 'loading' }}
        skeleton={<ThreadsSkeleton />}
        stale={isCurrent && threads.length > 0}
        refresh={refresh}
        onRetry={() => void dispatch(inboxOpened({ ...query, userId: listId }))}
        gone={
          <EmptyState
            icon="inbox"
            title={<T id="inbox.notFound.title" />}
            text={<T id="inbox.notFound.text" />}
            action={<ButtonLink to={paths.inbox()} textId="inbox.back" />}
          />
        }
      >
        {threads.length === 0 ? (
          <EmptyInbox q={q} isUnread={isUnread} />
        ) : (
          <>
            {isWhole && (waiting.length > 0 || !isFiltered) && (
              <T
                as="h2"
                className={styles.group}
                id={isFiltered || unanswered === null ? 'inbox.waiting.title' : 'inbox.waiting.count'}
                values={{ count: unanswered }}
              />
            )}
            {waiting.length > 0 && <Rows {...rows} threads={waiting} />}
            {waiting.length > 0 && others.length > 0 && <T as="h2" className={styles.group} id="inbox.others.title" />}
            {others.length > 0 && <Rows {...rows} threads={others} />}
          </>
        )}
        {more.status === 'failed' && (
          <div className="padded soft text-center">
            <MoreFailed failure={more.error} onRetry={handleEnd} />
          </div>
        )}
        <div ref={end} className={styles.end} />
        {next !== null && <T as="p" className="only-print" id="ui.printed" />}
      </LoadState>
    </nav>
  );
};
