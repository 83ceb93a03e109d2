import { useEffect, useRef, useCallback } from 'react';
import { fullName } from '../../../contract/constants/text';
import { conversationActions, selectConversation, selectPending, type ConversationPlace } from '../../domains/chat';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { selectUser } from '../../domains/session';
import { Button, IconButton } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { Skeleton } from '../../ui/Skeleton';
import { Icon } from '../../ui/icons';
import { LoadState } from '../../ui/LoadState';
import { CheckDialog, Composer } from './Composer';
import { ConversationHead } from './ConversationHead';
import { MessageList } from './MessageList';
import styles from './Conversation.module.css';

/** Replaces the message box of a blocked worker; offers to unblock. */
const BlockedFoot = ({ threadId }: { threadId: number }) => {
  const dispatch = useAppDispatch();
  const { block } = useFields(selectConversation, 'block');
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
    <div className={styles.blocked}>
      <p>
        <T id="conversation.blocked" />
      </p>
      {block.status === 'failed' && (
        <FormMessage>
          <FailureText failure={block.error} />
        </FormMessage>
      )}
      <Button
        ref={unblock}
        small
        busy={block.status === 'loading'}
        onClick={() => dispatch(conversationActions.blockRequested({ threadId, isBlocked: false }))}
      >
        <T id="conversation.unblock.action" />
      </Button>
    </div>
  );
};

const LINES = [
  { width: '46%', isOwn: false },
  { width: '38%', isOwn: true },
  { width: '60%', isOwn: false },
  { width: '28%', isOwn: true },
];

const ConversationSkeleton = () => (
  <>
    <div className={styles.head}>
      <Skeleton width={40} height={40} round />
      <Skeleton width={160} height={18} />
    </div>
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
 * `userId` is the employer's side. The conversation is named by the worker or by the thread; with the worker alone the
 * server creates a missing thread.
 */
type ConversationProps = { userId: number } & (
  { workerId: number; threadId?: number } | { workerId?: undefined; threadId: number }
);

const LOADING = { status: 'loading' } as const;

export const Conversation = ({ userId, workerId, threadId }: ConversationProps) => {
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
  const name = thread ? fullName(thread.user) : '';
  return (
    <section className={styles.conversation} aria-label={name ? t('conversation.label', { name }) : undefined}>
      <LoadState
        load={isCurrent ? load : LOADING}
        skeleton={<ConversationSkeleton />}
        onRetry={() => void dispatch(conversationActions.conversationRetried())}
      >
        {thread && user && (
          <>
            {/* Blocking ends the head's dialog. */}
            <ConversationHead key={`blocked ${thread.isBlocked}`} thread={thread} linked={workerId === undefined} />
            {isSteered && !isWarned && (
              <div className={styles.warning} role="alert">
                <Icon name="warning" />
                <p>
                  <T id="conversation.steered" />
                </p>
                <IconButton
                  small
                  icon="close"
                  label={t('ui.close')}
                  onClick={() => dispatch(conversationActions.warningClosed())}
                />
              </div>
            )}
            {isStale && (
              <p className={styles.stale} role="status">
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
              <p className={styles.stale} role="status">
                <Icon name="warning" size={16} />
                <T id="conversation.noChannel" values={{ name: thread.user.firstName }} />
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
