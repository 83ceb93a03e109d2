import { useMemo } from 'react';
import { handledCount, isFinished, type Bulk, type BulkSkip } from '../../domains/bulks';
import { useHasText, useText } from '../../ui/text';

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
    const doneText = ({ action, undoOf, done: count }: Bulk, isRecallable: boolean) => {
      if (undoOf !== null) return t('bulk.done.undo', { count });
      // The messages have not left yet.
      return t(isRecallable && action === 'message' ? 'bulk.sendingSoon' : `bulk.done.${action}`, { count });
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
