import { useMemo } from 'react';
import { handledCount, isFinished, type Bulk, type BulkSkip } from '../../domains/bulks';
import { formatTime } from '../../lib/dates';
import { useHasText, useText } from '../../ui/text';

/** Seconds from which a delay is longer than the usual one: the messages wait for the end of the night. */
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
      if (undoOf !== null) return t('bulk.done.undo', { count });
      if (action !== 'message' || !isRecallable || bulk.recallUntil === undefined)
        return t(`bulk.done.${action}`, { count });
      // The messages have not left yet.
      if ((bulk.recallSeconds ?? 0) < A_WHILE) return t('bulk.sendingSoon', { count });
      return t('bulk.sendingLater', { count, time: formatTime(new Date(bulk.recallUntil).toISOString()) });
    };
    /** What came of an action, in a few words. */
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
