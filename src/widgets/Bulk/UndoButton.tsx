import { selectBulks, undoRequested, type Bulk } from '../../domains/bulks';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';

/** Reverts a bulk action. */
export const UndoButton = ({ bulk }: { bulk: Bulk }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { undos } = useFields(selectBulks, 'undos');
  return (
    <Button
      small
      look="quiet"
      busy={undos[bulk.id]?.status === 'loading'}
      onClick={() => dispatch(undoRequested({ bulkId: bulk.id }))}
    >
      {t('decisions.undo')}
    </Button>
  );
};
