import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { fullName } from '../../../contract/constants/text';
import { conversationActions, selectConversation, type Thread } from '../../domains/chat';
import { errorOf } from '../../domains/kit/loadable';
import type { ListOrigin } from '../../lib/listOrigin';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Avatar } from '../../ui/Avatar';
import { IconButton } from '../../ui/Button';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { Name, T, useText } from '../../ui/text';
import styles from './Conversation.module.css';

/** The worker's name and job, which lead to the application and to the job's applications. */
const Links = ({ thread: { user, application } }: { thread: Thread }) => {
  const { pathname } = useLocation();
  const name = fullName(user);
  if (!application)
    return (
      <h2 className={styles.name}>
        <Name>{name}</Name>
      </h2>
    );
  const { id, jobId, jobTitle } = application;
  const origin: ListOrigin = { list: pathname, depth: 1, stays: false };
  return (
    <div className="stack grows shrinks">
      <h2 className={styles.name}>
        <Link to={paths.jobDetail(jobId, id)} state={origin}>
          <Name>{name}</Name>
        </Link>
      </h2>
      <Link to={paths.applications({ jobId })} className={styles.job}>
        {jobTitle}
      </Link>
    </div>
  );
};

interface ConversationHeadProps {
  thread: Thread;
  /** Links to the applicant and the job, for pages that show neither. */
  linked: boolean;
}

/** Shows the worker, with buttons that block the worker or delete the conversation. */
export const ConversationHead = ({ thread, linked }: ConversationHeadProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { block, removal } = useFields(selectConversation, 'block', 'removal');
  const [confirming, setConfirming] = useState<'block' | 'delete' | null>(null);
  const { id: threadId, userId, user, isBlocked } = thread;
  const name = fullName(user);
  const open = (change: 'block' | 'delete') => {
    dispatch(conversationActions.confirmationOpened());
    setConfirming(change);
  };
  const close = () => setConfirming(null);
  const { blockRequested, removalRequested } = conversationActions;
  return (
    <header className={styles.head}>
      <Avatar name={name} src={user.imageUrl} size={40} />
      {linked ? (
        <Links thread={thread} />
      ) : (
        <h2 className={styles.name}>
          <Name>{name}</Name>
        </h2>
      )}
      {!isBlocked && <IconButton icon="block" label={t('conversation.block.action')} onClick={() => open('block')} />}
      <IconButton icon="trash" label={t('conversation.delete.action')} onClick={() => open('delete')} />
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
