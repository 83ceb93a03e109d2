import { useEffect, useState } from 'react';
import { dataOr } from '../../domains/kit/loadable';
import { isFinished, recentRequested, selectBulks, type Bulk } from '../../domains/bulks';
import { formatDay, formatTime } from '../../lib/dates';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { BulkResults, UndoButton, useCanUndo, useBulkText } from './BulkResults';
import styles from './BulkDialog.module.css';

const RecentBulk = ({ bulk, onWho }: { bulk: Bulk; onWho: () => void }) => {
  const t = useText();
  const { stateText } = useBulkText();
  const isUndoable = useCanUndo(bulk);
  const when = `${formatDay(bulk.createdAt)} ${formatTime(bulk.createdAt)}`;
  return (
    <li className={styles.bulk}>
      <p>
        <span>{stateText(bulk, isUndoable)}</span>
        {bulk.undoneBy !== null && <span>{` · ${t('bulk.undone')}`}</span>}
      </p>
      <p className="hint">{[bulk.job?.title, when].filter(Boolean).join(' · ')}</p>
      <div className="flex wrap gap-8">
        {isFinished(bulk) && (
          <Button small onClick={onWho}>
            {t('bulk.who')}
          </Button>
        )}
        {isUndoable && <UndoButton bulk={bulk} />}
      </div>
    </li>
  );
};

/** The user's bulk actions of the last 30 days, each with its result and, while possible, its undo. */
export const RecentBulks = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { recent, bulks } = useFields(selectBulks, 'recent', 'bulks');
  const [whoOf, setWhoOf] = useState<string | null>(null);
  useEffect(() => {
    if (open) dispatch(recentRequested());
  }, [dispatch, open]);
  const handleOpen = () => {
    setWhoOf(null);
    onClose();
  };
  const shown = dataOr(recent, []).map((bulk) => bulks[bulk.id] ?? bulk);
  const who = whoOf === null ? undefined : bulks[whoOf];
  return (
    <>
      <Modal open={open} title={t('bulk.recent')} text={t('bulk.recent.text')} onClose={onClose}>
        <LoadState
          load={recent}
          skeleton={<Skeleton width="60%" height={20} />}
          onRetry={() => dispatch(recentRequested())}
        >
          {shown.length === 0 ? (
            <p className="hint">
              <T id="bulk.recent.none" />
            </p>
          ) : (
            <ul>
              {shown.map((bulk) => (
                <RecentBulk key={bulk.id} bulk={bulk} onWho={() => setWhoOf(bulk.id)} />
              ))}
            </ul>
          )}
        </LoadState>
      </Modal>
      {who && <BulkResults bulk={who} onClose={() => setWhoOf(null)} onOpen={handleOpen} />}
    </>
  );
};
