import { useCallback, useEffect } from 'react';
import { conversationActions, selectConversation, selectPending, type ConversationPlace } from '../../domains/chat';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { IconButton } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { LoadState } from '../../ui/LoadState';
import { T, useText } from '../../ui/text';
import { BlockedFoot } from './BlockedFoot';
import { CheckDialog } from './CheckDialog';
import { Composer } from './Composer';
import { ConversationSkeleton } from './ConversationSkeleton';
import { ConversationHead } from './ConversationHead';
import { MessageList } from './MessageList';
import { useKeyboardInset } from './useKeyboardInset';
import styles from './Conversation.module.css';

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
  const name = thread ? `${thread.user.firstName} ${thread.user.lastName}` : '';
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
