import { useEffect, useRef, useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import {
  conversationActions,
  selectConversation,
  type Thread,
  selectPending,
  type ConversationPlace,
} from '../../domains/chat';
import { init, shownErrorOf } from '../../domains/kit/loadable';
import type { ListOrigin } from '../../lib/pageKey';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { PersonAvatar } from '../../ui/Avatar';
import { IconButton, Button, ButtonLink } from '../../ui/Button';
import { Name, T, useText } from '../../ui/text';
import { calledName, personName } from '../../ui/personName';
import { PHONE, useMedia } from '../../ui/useMedia';
import styles from './Conversation.module.css';
import { selectUser } from '../../domains/session';
import { FormFailure } from '../../ui/FormMessage';
import { Skeleton, LoadState } from '../../ui/LoadState';
import { EmptyState } from '../../ui/State';
import { Icon } from '../../ui/icons';
import { StageBadge } from '../../ui/StageBadge';
import { Link } from '../../ui/router';
import { ConversationTools, type ConversationToolsProps } from './ConversationTools';
import { CheckDialog, Composer } from './Composer';
import { MessageList } from './MessageList';

/** The worker's name and job, which lead to the application and to the job's applications. */
const Links = ({ thread: { user, application, stage } }: { thread: Thread }) => {
  const t = useText();
  const { pathname, search } = useLocation();
  const isPhone = useMedia(PHONE);
  const name = personName(t, user);
  if (!application)
    return (
      <h2 className={styles.name}>
        <Name>{name}</Name>
      </h2>
    );
  const { id, jobId, jobTitle } = application;
  const origin: ListOrigin = { list: pathname + search, depth: 1, stays: false };
  return (
    <div className="stack grows shrinks">
      <h2 className={styles.name}>
        <Link to={paths.jobDetail(jobId, id)} state={origin}>
          <Name>{name}</Name>
        </Link>
      </h2>
      <span className="row gap-8 shrinks">
        <Link to={paths.applications({ jobId })} className={styles.job}>
          {jobTitle}
        </Link>
        {/* On a phone the time would leave no room for the job. */}
        <StageBadge stage={isPhone ? stage && { ...stage, at: null } : stage} />
      </span>
    </div>
  );
};

/** The worker, with links to the applicant and the job, for pages that show neither. */
const ConversationHead = ({ thread, home }: Omit<ConversationToolsProps, 'items'>) => (
  <header className={styles.head}>
    <PersonAvatar user={thread.user} size={40} />
    <Links thread={thread} />
    <ConversationTools thread={thread} home={home} />
  </header>
);

/** Replaces the message box of a blocked worker; offers to unblock. */
const BlockedFoot = ({ threadId }: { threadId: number }) => {
  const dispatch = useAppDispatch();
  const { [threadId]: block = init } = useFields(selectConversation, 'block').block;
  const unblock = useRef<HTMLButtonElement>(null);
  // Blocking removes the button that had the focus. A conversation that opens blocked takes no focus.
  const wasJustBlocked = useRef(block.status === 'loaded');
  useEffect(() => {
    if (!wasJustBlocked.current) return undefined;
    // The dialog closes first.
    const timer = setTimeout(() => unblock.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="stack center gap-8 rigid line-above soft text-center roomy">
      <T as="p" id="conversation.blocked" />
      <FormFailure failure={shownErrorOf(block)} />
      <Button
        ref={unblock}
        small
        busy={block.status === 'loading'}
        onClick={() => dispatch(conversationActions.blockRequested({ threadId, isBlocked: false }))}
        textId="conversation.unblock.action"
      />
    </div>
  );
};

const LINES = [
  { width: '46%', isOwn: false },
  { width: '38%', isOwn: true },
  { width: '60%', isOwn: false },
  { width: '28%', isOwn: true },
];

const ConversationSkeleton = ({ hasHead }: { hasHead: boolean }) => (
  <>
    {hasHead && (
      <div className={styles.head}>
        <Skeleton width={40} height={40} round />
        <Skeleton width={160} height={18} />
      </div>
    )}
    <div className={styles.skeleton}>
      {LINES.map(({ width, isOwn }) => (
        <span key={width} className={isOwn ? 'flex at-end' : undefined}>
          <Skeleton width={width} height={44} />
        </span>
      ))}
    </div>
  </>
);

/** Sets `--keyboard` to the height that a phone's keyboard covers, for the style sheet. */
const useKeyboardInset = () => {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      // Pinch zoom also makes the visible part smaller.
      const covered = viewport.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - viewport.height);
      style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--keyboard');
    };
  }, []);
};

/**
 * `userId` is the employer's side. The worker or the thread identifies the conversation; for a worker alone the server
 * creates a missing thread. With a worker, the page around it shows the head and the menu.
 */
export type ConversationProps = { userId: number } & Pick<ConversationToolsProps, 'home'> &
  ({ workerId: number; threadId?: number } | { workerId?: undefined; threadId: number });

const LOADING = { status: 'loading' } as const;

export const Conversation = ({ userId, workerId, threadId, home }: ConversationProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { place, thread, load, isStale, isSteered, isWarned } = useFields(
    selectConversation,
    'place',
    'thread',
    'load',
    'isStale',
    'isSteered',
    'isWarned',
  );
  const pending = useAppSelector((state) => selectPending(state, user?.id));
  useKeyboardInset();
  useEffect(() => {
    dispatch(conversationActions.conversationOpened({ userId, workerId, threadId } as ConversationPlace));
    return () => void dispatch(conversationActions.conversationLeft());
  }, [dispatch, userId, workerId, threadId]);
  const handleOlder = useCallback(() => void dispatch(conversationActions.olderRequested()), [dispatch]);

  // Before the effect above has run, the state may belong to the previous conversation.
  const isCurrent = place?.userId === userId && place.threadId === threadId && place.workerId === workerId;
  const name = thread ? personName(t, thread.user) : '';
  return (
    <section className={styles.conversation} aria-label={name ? t('conversation.label', { name }) : undefined}>
      <LoadState
        load={isCurrent ? load : LOADING}
        skeleton={<ConversationSkeleton hasHead={workerId === undefined} />}
        onRetry={() => void dispatch(conversationActions.conversationRetried())}
        gone={
          <EmptyState
            icon="inbox"
            title={<T id="conversation.notFound.title" />}
            text={<T id="conversation.notFound.text" />}
            action={home !== undefined && <ButtonLink to={home} replace textId="inbox.back" />}
          />
        }
      >
        {thread && user && (
          <>
            {/* The key changes with blocking, which closes the head's dialog. */}
            {workerId === undefined && (
              <ConversationHead key={`blocked ${thread.isBlocked}`} thread={thread} home={home} />
            )}
            {isSteered && !isWarned && (
              <div className={styles.warning} role="alert">
                <Icon name="warning" />
                <T as="p" id="conversation.steered" />
                <IconButton
                  small
                  icon="close"
                  label={t('ui.close')}
                  onClick={() => dispatch(conversationActions.warningClosed())}
                />
              </div>
            )}
            {isStale && (
              <p className="row gap-8 rigid sunken hint snug" role="status">
                <Icon name="offline" size={16} />
                <T id="conversation.stale" />
              </p>
            )}
            <MessageList
              key={thread.id}
              pending={pending}
              name={name}
              isBlocked={thread.isBlocked}
              onOlder={handleOlder}
            />
            {thread.reach === 'none' && !thread.isBlocked && (
              <p className="row gap-8 rigid sunken hint snug" role="status">
                <Icon name="warning" size={16} />
                <T id="conversation.noChannel" values={{ name: calledName(t, thread.user) }} />
              </p>
            )}
            {thread.isBlocked ? <BlockedFoot threadId={thread.id} /> : <Composer thread={thread} ownerId={user.id} />}
            <CheckDialog pending={pending} />
          </>
        )}
      </LoadState>
    </section>
  );
};
