import { outboxActions, type PendingMessage } from '../../domains/chat';
import { useAppDispatch } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { T } from '../../ui/text';

/**
 * Shows the result of the content check of a message; the user takes the message back or sends it anyway:
 * docs/PRODUCT.md#message-check.
 */
export const CheckDialog = ({ pending }: { pending: readonly PendingMessage[] }) => {
  const dispatch = useAppDispatch();
  const asked = pending.find(({ sending }) => sending.status === 'asked');
  if (asked?.sending.status !== 'asked') return null;
  const { clientId, sending } = asked;
  const isImproper = sending.next === 1;
  return (
    <ConfirmDialog
      key={`${clientId}-${sending.next}`}
      open
      title={<T id={isImproper ? 'conversation.check.improper' : 'conversation.check.sleep'} />}
      text={sending.text || <T id={isImproper ? 'conversation.check.improperText' : 'conversation.check.sleepText'} />}
      action={<T id="conversation.check.action" />}
      onConfirm={() => dispatch(outboxActions.insisted({ clientId }))}
      onCancel={() => dispatch(outboxActions.takenBack({ clientId }))}
    />
  );
};
