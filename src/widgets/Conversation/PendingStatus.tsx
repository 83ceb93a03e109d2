import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { outboxActions, type PendingMessage } from '../../domains/chat';
import { useAppDispatch } from '../../store/hooks';
import { FailureText } from '../../ui/State';
import { T } from '../../ui/text';
import styles from './MessageList.module.css';

/** The status of an unsent message, and buttons that retry or discard it. */
export const PendingStatus = ({ pending: { clientId, sending } }: { pending: PendingMessage }) => {
  const dispatch = useAppDispatch();
  if (sending.status === 'sending' || sending.status === 'asked') {
    return (
      <span className={styles.status}>
        <T id="conversation.sending" />
      </span>
    );
  }
  const isRefused = sending.status === 'refused';
  // Another try would fail too. The text returns to the box, which is there again after the user unblocks the worker.
  const isBlocked = isRefused && sending.failure.key === ERROR_KEYS.threadBlocked;
  return (
    <span className={isRefused ? styles.failed : styles.status} role="status">
      <T id={isRefused ? 'conversation.refused' : 'conversation.waiting'} />{' '}
      {isRefused && <FailureText failure={sending.failure} />}
      {!isBlocked && (
        <button type="button" className={styles.act} onClick={() => dispatch(outboxActions.retried({ clientId }))}>
          <T id="conversation.retry" />
        </button>
      )}
      <button type="button" className={styles.act} onClick={() => dispatch(outboxActions.takenBack({ clientId }))}>
        <T id="conversation.takeBack" />
      </button>
    </span>
  );
};
