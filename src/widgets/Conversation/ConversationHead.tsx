import { useState } from 'react';
import { conversationActions, selectConversation, type Thread } from '../../domains/chat';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { IconButton } from '../../ui/Button';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { T, useText } from '../../ui/text';
import styles from './Conversation.module.css';

/** Shows the worker, with buttons that block the worker or delete the conversation. */
export const ConversationHead = ({ thread }: { thread: Thread }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { block, removal } = useFields(selectConversation, 'block', 'removal');
  const [confirming, setConfirming] = useState<'block' | 'delete' | null>(null);
  const { id: threadId, userId, user, isBlocked } = thread;
  const name = `${user.firstName} ${user.lastName}`;
  const close = () => {
    setConfirming(null);
    dispatch(conversationActions.dialogClosed());
  };
  const { blockRequested, removalRequested } = conversationActions;
  return (
    <header className={styles.head}>
      <Avatar name={name} src={user.imageUrl} size={40} />
      <h2 className={styles.name}>{name}</h2>
      {!isBlocked && (
        <IconButton icon="block" label={t('conversation.block.action')} onClick={() => setConfirming('block')} />
      )}
      <IconButton icon="trash" label={t('conversation.delete.action')} onClick={() => setConfirming('delete')} />
      {confirming === 'block' && block.status !== 'loaded' && (
        <RemovalDialog
          title={t('conversation.block.title', { name })}
          text={t('conversation.block.text')}
          action={t('conversation.block.action')}
          isBusy={block.status === 'loading'}
          failure={block.status === 'failed' ? block.error : null}
          onConfirm={() => dispatch(blockRequested({ threadId }))}
          onCancel={close}
        />
      )}
      {confirming === 'delete' && (
        <RemovalDialog
          title={t('conversation.delete.title')}
          text={t('conversation.delete.text', { name })}
          action={t('conversation.delete.action')}
          isBusy={removal.status === 'loading'}
          failure={removal.status === 'failed' ? removal.error : null}
          onConfirm={() => dispatch(removalRequested({ threadId, userId }))}
          onCancel={close}
        />
      )}
      {isBlocked && (
        <span className="visually-hidden" role="status">
          <T id="conversation.blocked" />
        </span>
      )}
    </header>
  );
};
