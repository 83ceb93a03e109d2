import { useEffect, useState, useMemo } from 'react';
import { BULK_OUTCOMES } from '../../../contract/constants/bulks';
import {
  canUndo,
  type Bulk,
  selectBulks,
  undoRequested,
  ITEMS_PAGE,
  itemsRequested,
  type BulkItem,
  type BulkOutcome,
  handledCount,
  isFinished,
  type BulkSkip,
} from '../../domains/bulks';
import { serverNow } from '../../lib/serverClock';
import { useAppDispatch, useFields } from '../../store/hooks';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/Button';
import { useText, Name, T, useHasText } from '../../ui/text';
import { LoadState, Skeleton } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { Pagination } from '../../ui/Pagination';
import { Segmented } from '../../ui/Segmented';
import { Link } from '../../ui/router';
import { formatTime } from '../../lib/dates';
import styles from './BulkDialog.module.css';

/** A delay of this many seconds or more means that the messages wait for the morning. */
const A_WHILE = 60;

/** Returns functions that describe a bulk action in the current language. */
export const useBulkText = () => {
  const t = useText();
  const hasText = useHasText();
  return useMemo(() => {
    /** Why some applications were left out, with their number. */
    const skipText = ({ key, count }: BulkSkip): string => {
      const id = `bulk.skip.${key}`;
      return t(hasText(id) ? id : 'bulk.skip.other', { count });
    };
    const doneText = ({ action, undoOf, done: count, ...bulk }: Bulk, isRecallable: boolean) => {
      if (undoOf !== null) return t(action === 'message' ? 'bulk.done.recall' : 'bulk.done.undo', { count });
      if (action !== 'message' || !isRecallable || bulk.recallUntil === undefined)
        return t(`bulk.done.${action}`, { count });
      // The messages have not been sent yet.
      if ((bulk.recallSeconds ?? 0) < A_WHILE) return t('bulk.sendingSoon', { count });
      return t('bulk.sendingLater', { count, time: formatTime(new Date(bulk.recallUntil).toISOString()) });
    };
    /** Returns the result of an action in a few words. */
    const resultText = (bulk: Bulk, isUndoable = false): string =>
      [
        doneText(bulk, isUndoable),
        bulk.skipped > 0 && t('bulk.skipped', { count: bulk.skipped }),
        bulk.failed > 0 && t('bulk.failed', { count: bulk.failed }),
        bulk.state === 'failed' && t('bulk.stopped', { count: bulk.total - handledCount(bulk) }),
      ]
        .filter((part) => part !== false)
        .join(' · ');
    const reasonsText = ({ skips }: Bulk): string => skips.map(skipText).join(', ');
    const runningText = (bulk: Bulk, handled: number): string =>
      t(bulk.undoOf === null ? `bulk.running.${bulk.action}` : 'bulk.running.undo', {
        done: handled,
        total: bulk.total,
      });
    const stateText = (bulk: Bulk, isUndoable: boolean): string =>
      isFinished(bulk) ? resultText(bulk, isUndoable) : runningText(bulk, handledCount(bulk));
    return { skipText, resultText, reasonsText, runningText, stateText };
  }, [t, hasText]);
};

/** Milliseconds between clock updates: messages can be recalled for a few seconds only. */
const TICK = 1000;

/** Returns whether the server can still revert any part of a bulk action. */
export const useCanUndo = (bulk: Bulk): boolean => {
  const [now, setNow] = useState(serverNow);
  const isUndoable = canUndo(bulk, now);
  const endsSoon = isUndoable && bulk.action === 'message';
  useEffect(() => {
    if (!endsSoon) return undefined;
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, [endsSoon]);
  return isUndoable;
};

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

const Item = ({ item, onOpen }: { item: BulkItem; onOpen: () => void }) => {
  const hasText = useHasText();
  const reason = `errors.keys.${item.key ?? ''}`;
  return (
    <li className={styles.item}>
      <Link to={paths.jobDetail(item.jobId, item.applicationId)} onClick={onOpen}>
        <Name>{item.name}</Name>
      </Link>
      {hasText(reason) && (
        <span className="hint">
          <T id={reason} />
        </span>
      )}
    </li>
  );
};

interface BulkResultsProps {
  bulk: Bulk;
  onClose: () => void;
  /** The user opens an applicant. */
  onOpen?: () => void;
}

/** Who was changed by a bulk action, and who was left out and why. */
export const BulkResults = ({ bulk, onClose, onOpen = onClose }: BulkResultsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { resultText } = useBulkText();
  const { items, itemsQuery } = useFields(selectBulks, 'items', 'itemsQuery');
  const outcomes = BULK_OUTCOMES.filter((outcome) => bulk[outcome] > 0);
  const [outcome, setOutcome] = useState<BulkOutcome>(bulk.skipped > 0 ? 'skipped' : (outcomes[0] ?? 'done'));
  const [page, setPage] = useState(1);
  const load = () => dispatch(itemsRequested({ bulkId: bulk.id, outcome, page }));
  useEffect(() => {
    dispatch(itemsRequested({ bulkId: bulk.id, outcome, page }));
  }, [dispatch, bulk.id, outcome, page]);
  const handleOutcome = (next: BulkOutcome) => {
    setOutcome(next);
    setPage(1);
  };
  const shown = items.status === 'loaded' && itemsQuery?.bulkId === bulk.id ? items.data : null;
  return (
    <Modal open title={t('bulk.outcome')} text={resultText(bulk)} onClose={onClose}>
      <div className={styles.results}>
        {outcomes.length > 1 && (
          <Segmented
            label={t('bulk.outcome')}
            value={outcome}
            options={outcomes.map((value) => ({ value, label: t(`bulk.outcome.${value}`, { count: bulk[value] }) }))}
            onChange={handleOutcome}
          />
        )}
        <LoadState load={items} skeleton={<Skeleton width="60%" height={20} />} onRetry={load}>
          {shown && (
            <>
              <ul className="stack">
                {shown.rows.map((item) => (
                  <Item key={item.applicationId} item={item} onOpen={onOpen} />
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(shown.total / ITEMS_PAGE)} onPage={setPage} />
            </>
          )}
        </LoadState>
      </div>
    </Modal>
  );
};
