import { useEffect, useRef } from 'react';
import { conversationActions, selectConversation } from '../../domains/chat';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { FailureText } from '../../ui/State';
import { T } from '../../ui/text';
import styles from './Conversation.module.css';

/** Replaces the message box of a blocked worker; offers to unblock. */
export const BlockedFoot = ({ threadId }: { threadId: number }) => {
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
