import { useEffect, useRef } from 'react';
import type { ImportField, ImportKind, ImportRow, RowResult } from '../../domains/imports';
import { paths } from '../../lib/paths';
import type { Sheet } from '../../lib/sheet/types';
import { Button, ButtonLink } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { T, useText } from '../../ui/text';
import { useFieldLabel, useRowErrors } from './texts';
import { useSaveSheet } from './useSaveSheet';
import styles from './Import.module.css';

interface FailedRowsProps {
  file: Sheet;
  rows: readonly ImportRow[];
  results: readonly RowResult[];
}

/** Downloads the rows that were not added, with their errors in a column of their own, ready to be imported again. */
export const FailedRowsButton = ({ file, rows, results }: FailedRowsProps) => {
  const t = useText();
  const labelOf = useFieldLabel();
  const errorsOf = useRowErrors();
  const { save, isBusy } = useSaveSheet();
  const resultOf = new Map(results.map((result) => [result.index, result]));
  const handleClick = () => {
    const failed = rows.filter(({ index }) => !resultOf.get(index)?.ok);
    const texts = failed.map((row) => {
      const errors = Object.entries(errorsOf(row, resultOf.get(row.index)));
      const reason = errors.map(([field, error]) => `${labelOf(field as ImportField)}: ${error}`).join(' ');
      return [...file.header.map((_, column) => file.rows[row.index]?.cells[column] ?? ''), reason];
    });
    save({ name: t('imports.result.fileName'), rows: [[...file.header, t('imports.result.errors')], ...texts] });
  };
  return (
    <Button icon="download" busy={isBusy} onClick={handleClick}>
      {t('imports.result.download')}
    </Button>
  );
};

/** Says how many accounts were added and what to do about the other rows. */
export const ImportResult = ({ kind, file, rows, results }: FailedRowsProps & { kind: ImportKind }) => {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const added = results.filter(({ ok }) => ok).length;
  const failed = rows.length - added;
  return (
    <Card className={styles.step}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <T id="imports.result.title" values={{ count: added }} />
      </h2>
      {added > 0 && (
        <p>
          <T id="imports.result.invited" />
        </p>
      )}
      {failed > 0 && (
        <p>
          <T id="imports.result.failed" values={{ count: failed }} />
        </p>
      )}
      <div className={styles.actions}>
        <ButtonLink look="primary" to={kind === 'branch' ? paths.branches() : paths.profile()}>
          {t(`imports.${kind}.back`)}
        </ButtonLink>
        {failed > 0 && <FailedRowsButton file={file} rows={rows} results={results} />}
      </div>
    </Card>
  );
};
