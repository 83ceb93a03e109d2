import { useCallback, useState, type ReactNode } from 'react';
import { fullName } from '../../../contract/constants/text';
import { shortlistToggled, type ApplicationRow } from '../../domains/applications';
import { useAppDispatch } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { useText } from '../../ui/text';

type Starred = Pick<ApplicationRow, 'id' | 'isShortListed' | 'stage'> & {
  user: { firstName: string; lastName: string };
};

interface ShortlistToggle<R> {
  toggle: (row: R) => void;
  /** The confirmation dialog, which the caller must render. */
  dialog: ReactNode;
}

/**
 * Adds an application to the shortlist at once, and asks for confirmation before it removes one:
 * docs/PRODUCT.md#shortlist.
 */
export const useShortlistToggle = <R extends Starred>(onRemoving?: (row: R) => void): ShortlistToggle<R> => {
  const t = useText();
  const dispatch = useAppDispatch();
  const [removing, setRemoving] = useState<R | null>(null);
  const toggle = useCallback(
    (row: R) => {
      if (row.isShortListed) setRemoving(row);
      else dispatch(shortlistToggled({ id: row.id, isShortlisted: true }));
    },
    [dispatch],
  );
  const handleRemove = () => {
    if (removing) {
      onRemoving?.(removing);
      dispatch(shortlistToggled({ id: removing.id, isShortlisted: false }));
    }
    setRemoving(null);
  };
  const name = removing ? fullName(removing.user) : '';
  const stage = removing?.stage?.key;
  const hasInterview = stage === 'invited' || stage === 'accepted';
  const dialog = (
    <ConfirmDialog
      open={removing !== null}
      title={t('applications.remove.title')}
      text={t('applications.remove.text', { name, hasInterview })}
      action={t('applications.remove.action')}
      onConfirm={handleRemove}
      onCancel={() => setRemoving(null)}
    />
  );
  return { toggle, dialog };
};
