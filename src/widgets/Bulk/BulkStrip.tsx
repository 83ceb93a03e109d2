import { useEffect, useRef, useState } from 'react';
import { bulkDismissed, handledCount, isFinished, selectBulks, type Bulk } from '../../domains/bulks';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { focusAfterLoss } from '../../ui/focusAfterLoss';
import { useText } from '../../ui/text';
import { BulkResults, UndoButton, useCanUndo, useBulkText } from './BulkResults';
import styles from './BulkStrip.module.css';

/** A bar below the page's head with the progress of a bulk action, then its result. */
export const BulkStrip = ({ bulk }: { bulk: Bulk }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { resultText, reasonsText, runningText } = useBulkText();
  const { handled: byBulk, start } = useFields(selectBulks, 'handled', 'start');
  const [showsWho, setShowsWho] = useState(false);
  const isUndoable = useCanUndo(bulk);
  const status = useRef<HTMLParagraphElement>(null);
  const hasEnded = isFinished(bulk);
  const handled = Math.max(handledCount(bulk), byBulk[bulk.id] ?? 0);
  const text = hasEnded ? resultText(bulk, isUndoable) : runningText(bulk, handled);
  const reasons = hasEnded ? reasonsText(bulk) : '';
  // Screen readers announce the result only in a region that exists before it; announcing each step would be noise.
  const announcement = hasEnded ? `${text}${reasons && `: ${reasons}`}` : '';
  useEffect(() => {
    if (status.current) status.current.textContent = announcement;
  }, [announcement]);
  // The buttons that started an action or its undo are gone, so its result takes the focus.
  const strip = useRef<HTMLElement>(null);
  const isStartedHere = start.status === 'loaded' || bulk.undoOf !== null;
  useEffect(() => {
    if (!isStartedHere) return undefined;
    return focusAfterLoss(strip);
  }, [isStartedHere, bulk.id]);
  // The strip takes its button with it. The rows that the user looks at stay where they are.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <section ref={strip} tabIndex={-1} className={styles.strip} aria-label={t('bulk.progress')}>
      <div className={styles.inner}>
        {hasEnded && <Icon name={bulk.state === 'done' ? 'check' : 'warning'} />}
        <p className={styles.text} title={reasons || undefined}>
          <span>{text}</span>
          {reasons && <span className={styles.reasons}>{`: ${reasons}`}</span>}
        </p>
        {hasEnded && (
          <Button small look="quiet" onClick={() => setShowsWho(true)}>
            {t('bulk.who')}
          </Button>
        )}
        {isUndoable && <UndoButton bulk={bulk} />}
        {hasEnded && (
          <IconButton
            small
            icon="close"
            label={t('ui.close')}
            onClick={() => dispatch(bulkDismissed({ bulkId: bulk.id }))}
          />
        )}
      </div>
      {!hasEnded && (
        <div
          className={styles.line}
          role="progressbar"
          aria-label={t('bulk.progress')}
          aria-valuemin={0}
          aria-valuemax={bulk.total}
          aria-valuenow={handled}
          aria-valuetext={text}
        >
          <span style={{ width: `${bulk.total > 0 ? (handled / bulk.total) * 100 : 0}%` }} />
        </div>
      )}
      <p ref={status} role="status" className="visually-hidden" />
      {showsWho && <BulkResults bulk={bulk} onClose={() => setShowsWho(false)} />}
    </section>
  );
};
