import { useState } from 'react';
import { conversationActions, selectConversation, type Thread } from '../../domains/chat';
import { errorOf, init } from '../../domains/kit/loadable';
import { partUnavailable } from '../../domains/notices';
import { useAppDispatch, useFields } from '../../store/hooks';
import { MoreMenu } from '../../ui/LazyMenu';
import type { MenuItem } from '../../ui/Menu';
import { personName } from '../../ui/personName';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { T, useText } from '../../ui/text';

export interface ConversationToolsProps {
  thread: Thread;
  /** More items of the menu, before those of the conversation. */
  items?: readonly MenuItem[];
  /** Where the user goes after deleting, instead of the inbox of the employer. */
  home?: string | undefined;
}

/** A menu that blocks the worker or deletes the conversation. */
export const ConversationTools = ({ thread, items = [], home }: ConversationToolsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const changes = useFields(selectConversation, 'block', 'removal');
  const [confirming, setConfirming] = useState<'block' | 'delete' | null>(null);
  const { id: threadId, userId, user, isBlocked } = thread;
  const { [threadId]: block = init } = changes.block;
  const { [threadId]: removal = init } = changes.removal;
  const name = personName(t, user);
  const open = (change: 'block' | 'delete') => () => {
    dispatch(conversationActions.confirmationOpened());
    setConfirming(change);
  };
  const close = () => setConfirming(null);
  const { blockRequested, removalRequested } = conversationActions;
  const own: readonly MenuItem[] = [
    ...(isBlocked ? [] : [{ icon: 'block', text: 'conversation.block.action', onChoose: open('block') } as const]),
    { icon: 'trash', text: 'conversation.delete.action', onChoose: open('delete') },
  ];
  return (
    <>
      <MoreMenu
        onFailure={() => dispatch(partUnavailable())}
        label={t('applicant.more', { name })}
        items={[...items, ...own]}
      />
      {confirming === 'block' && !isBlocked && (
        <RemovalDialog
          title={t('conversation.block.title', { name })}
          text={t('conversation.block.text', { name })}
          action={t('conversation.block.action')}
          isBusy={block.status === 'loading'}
          failure={errorOf(block)}
          onConfirm={() => dispatch(blockRequested({ threadId, isBlocked: true }))}
          onCancel={close}
        />
      )}
      {confirming === 'delete' && (
        <RemovalDialog
          title={t('conversation.delete.title')}
          text={t('conversation.delete.text', { name })}
          action={t('conversation.delete.action')}
          isBusy={removal.status === 'loading'}
          failure={errorOf(removal)}
          onConfirm={() => dispatch(removalRequested({ threadId, userId, home }))}
          onCancel={close}
        />
      )}
      {isBlocked && <T className="visually-hidden" role="status" id="conversation.blocked" />}
    </>
  );
};
