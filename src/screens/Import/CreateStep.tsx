import { useEffect, useRef } from 'react';
import { importActions, selectImportRows, selectImports, selectResults, type ImportKind } from '../../domains/imports';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { FailureLine } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { FailedRowsButton, ImportResult } from './ImportResult';
import styles from './Import.module.css';

/** Says how many rows are ready, creates them, and shows the progress and the result. */
export const CreateStep = ({ kind }: { kind: ImportKind }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const resultOf = useAppSelector(selectResults);
  const rows = useAppSelector(selectImportRows).filter(({ index, isOff }) => !isOff && !resultOf.get(index)?.ok);
  const { creation, search, queue, results } = useFields(selectImports, 'creation', 'search', 'queue', 'results');
  const ready = rows.filter(({ body }) => body !== null).length;
  const isSearching = search.status === 'loading';
  const progress = useRef<HTMLParagraphElement>(null);
  // The pressed button leaves the page.
  useEffect(() => {
    if (creation.status === 'loading') progress.current?.focus();
  }, [creation.status]);
  const handleCreate = () => void dispatch(importActions.creationRequested());
  if (creation.status === 'loaded') return <ImportResult kind={kind} />;
  return (
    <Card className={styles.step}>
      <p role="status" className={styles.count}>
        {isSearching ? (
          <T id="imports.searching" />
        ) : (
          <T id="imports.create.ready" values={{ ready, total: rows.length }} />
        )}
      </p>
      {creation.status === 'init' && (
        <>
          <p className={styles.soft}>
            <T id={ready === 0 && !isSearching ? 'imports.create.none' : 'imports.create.text'} />
          </p>
          <div className={styles.actions}>
            <Button
              look="primary"
              busy={isSearching}
              aria-disabled={ready === 0 || undefined}
              onClick={ready > 0 ? handleCreate : undefined}
            >
              {t(`imports.create.${kind}`, { count: ready })}
            </Button>
          </div>
        </>
      )}
      {creation.status !== 'init' && (
        <>
          <progress
            className={styles.progress}
            max={Math.max(1, queue.length)}
            value={results.length}
            aria-label={t('imports.create.progressLabel')}
          />
          <p ref={progress} tabIndex={-1} role="status">
            <T id="imports.create.progress" values={{ done: results.length, total: queue.length }} />
          </p>
        </>
      )}
      {creation.status === 'failed' && (
        <FailureLine id="imports.create.stopped" failure={creation.error} onRetry={handleCreate} />
      )}
      {creation.status === 'failed' && <FailedRowsButton />}
    </Card>
  );
};
