import { fullName } from '../../../contract/constants/text';
import { selectWaitingDecision, waitingActions } from '../../domains/applications';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';
import { useUndoWaiting, useWaitingText } from './WaitingDecision';

interface WaitingLineProps {
  row: { id: number; user: { firstName: string; lastName: string } };
}

/** Says that a decision waits for the network, with its undo, or why it was refused: docs/PRODUCT.md#deciding-offline. */
export const WaitingLine = ({ row: { id, user } }: WaitingLineProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(selectWaitingDecision(id));
  const shown = useWaitingText(id);
  const undo = useUndoWaiting();
  const name = fullName(user);
  if (!shown) return null;
  return (
    <p className="row wrap in-middle gap-8">
      <Badge tone={shown.isRefused ? 'action' : 'warning'}>{shown.text}</Badge>
      {waiting ? (
        <Button small aria-label={t('decisions.waiting.undo', { name })} onClick={() => undo(waiting, name)}>
          {t('decisions.undo')}
        </Button>
      ) : (
        <Button small onClick={() => dispatch(waitingActions.refusalClosed({ applicationId: id }))}>
          {t('ui.close')}
        </Button>
      )}
    </p>
  );
};
