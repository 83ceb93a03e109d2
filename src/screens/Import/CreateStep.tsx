import { useEffect, useRef } from 'react';
import {
  selectImportRows,
  selectResults,
  selectTable,
  type ImportField,
  type ImportKind,
  importActions,
  selectImports,
} from '../../domains/imports';
import { paths } from '../../lib/paths';
import { useAppSelector, useAppDispatch, useFields } from '../../store/hooks';
import { Button, ButtonLink } from '../../ui/Button';
import { Card } from '../../ui/LoadState';
import { T, useText } from '../../ui/text';
import { FailureLine } from '../../ui/State';
import { useFieldLabel, useRowErrors } from './texts';
import { useSaveSheet } from './FileStep';
import styles from './Import.module.css';

/** Returns the ticked rows that have not been added yet. */
const useRowsLeft = () => {
  const resultOf = useAppSelector(selectResults);
  return useAppSelector(selectImportRows).filter(({ index, isOff }) => !isOff && !resultOf.get(index)?.ok);
};

/** Downloads the rows that were not added, with their errors in a column of their own, ready to be imported again. */
const FailedRowsButton = () => {
  const t = useText();
  const labelOf = useFieldLabel();
  const errorsOf = useRowErrors();
  const { save, isBusy } = useSaveSheet();
  const table = useAppSelector(selectTable);
  const resultOf = useAppSelector(selectResults);
  const failed = useRowsLeft();
  const handleClick = () => {
    const texts = failed.map((row) => {
      const errors = Object.entries(errorsOf(row, resultOf.get(row.index)));
      const reason = errors.map(([field, error]) => `${labelOf(field as ImportField)}: ${error}`).join(' ');
      return [...table.header.map((_, column) => table.rows[row.index]?.cells[column] ?? ''), reason];
    });
    save({ name: t('imports.result.fileName'), rows: [[...table.header, t('imports.result.errors')], ...texts] });
  };
  return (
    <Button icon="download" busy={isBusy} onClick={handleClick}>
      {t('imports.result.download')}
    </Button>
  );
};

/** Says how many accounts were added and what to do about the other rows. */
const ImportResult = ({ kind }: { kind: ImportKind }) => {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const added = [...useAppSelector(selectResults).values()].filter(({ ok }) => ok).length;
  const failed = useRowsLeft().length;
  return (
    <Card className={styles.step}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <T id="imports.result.title" values={{ count: added }} />
      </h2>
      {added > 0 && <T as="p" id="imports.result.invited" />}
      {failed > 0 && <T as="p" id="imports.result.failed" values={{ count: failed }} />}
      <div className={styles.actions}>
        <ButtonLink look="primary" to={kind === 'branch' ? paths.branches() : paths.profile()}>
          {t(`imports.${kind}.back`)}
        </ButtonLink>
        {failed > 0 && <FailedRowsButton />}
      </div>
    </Card>
  );
};

/** The pressed button disappears. */
export const CreateStep = ({ kind }: { kind: ImportKind }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const rows = useRowsLeft();
  const { creation, search, queue, results } = useFields(selectImports, 'creation', 'search', 'queue', 'results');
  const ready = rows.filter(({ body }) => body !== null).length;
  const allOff = useAppSelector(selectImportRows).every(({ isOff }) => isOff);
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
      <p role="status" className="strong numbers">
        {isSearching ? (
          <T id="imports.searching" />
        ) : (
          <T id="imports.create.ready" values={{ ready, total: rows.length }} />
        )}
      </p>
      {creation.status === 'init' && (
        <>
          <T
            as="p"
            className={styles.soft}
            id={
              ready > 0 || isSearching
                ? 'imports.create.text'
                : allOff
                  ? 'imports.create.hidden'
                  : 'imports.create.none'
            }
          />
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
