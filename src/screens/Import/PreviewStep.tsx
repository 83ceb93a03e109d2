import { useCallback, useState } from 'react';
import {
  importActions,
  selectImportRows,
  selectImports,
  selectResults,
  type ImportRow,
  type RowResult,
} from '../../domains/imports';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { Segmented } from '../../ui/Segmented';
import { T, useText } from '../../ui/text';
import { PreviewRow } from './PreviewRow';
import styles from './Import.module.css';

/** Rows that one press on "Show more" adds. */
const BATCH = 50;

type Filter = 'all' | 'problems' | 'hidden';

const isProblem = ({ errors }: ImportRow, result: RowResult | undefined): boolean =>
  result ? !result.ok : Object.keys(errors).length > 0;

/** Says how many rows are hidden in the file; none of them is added until it is ticked. */
const HiddenRows = ({ rows, isOpen }: { rows: readonly ImportRow[]; isOpen: boolean }) => {
  const dispatch = useAppDispatch();
  const count = rows.length;
  const indices = rows.map(({ index }) => index);
  return (
    <div>
      <p>
        <T id="imports.hidden.text" values={{ count }} />
      </p>
      {isOpen && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={rows.every(({ isOff }) => !isOff)}
            onChange={({ target }) => dispatch(importActions.rowsTicked({ indices, isTicked: target.checked }))}
          />
          <T id="imports.hidden.addAll" />
        </label>
      )}
    </div>
  );
};

/** Shows the rows of the file; first those with errors, when there are any. */
export const PreviewStep = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectImportRows);
  const resultOf = useAppSelector(selectResults);
  const { creation, columns, lookups } = useFields(selectImports, 'creation', 'columns', 'lookups');
  const [filter, setFilter] = useState<Filter | null>(null);
  const [shown, setShown] = useState(BATCH);
  const [corrected, setCorrected] = useState<readonly number[]>([]);
  const handleCorrect = useCallback((index: number) => setCorrected((others) => [...others, index]), []);
  const problems = rows.filter((row) => isProblem(row, resultOf.get(row.index)));
  const hidden = rows.filter(({ isHidden }) => isHidden);
  const chosen = filter ?? (problems.length > 0 || corrected.length > 0 ? 'problems' : 'all');
  // A corrected row stays where it was corrected, so that the focus stays too.
  const toFix = rows.filter((row) => problems.includes(row) || corrected.includes(row.index));
  const listed = { all: rows, problems: toFix, hidden }[chosen];
  const isOpen = creation.status === 'init' || creation.status === 'loaded';
  const handleFilter = (next: Filter) => {
    setFilter(next);
    setCorrected([]);
    setShown(BATCH);
  };
  const fields = columns.filter(({ column }) => column !== null).map(({ field }) => field);
  return (
    <Card className={styles.step}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <T id="imports.rows.title" />
        </h2>
        {lookups.some(({ status }) => status === 'failed') && (
          <Button small onClick={() => void dispatch(importActions.searchRetried())}>
            {t('imports.searchAgain')}
          </Button>
        )}
      </div>
      <Segmented
        label={t('imports.rows.filter')}
        value={chosen}
        options={[
          { value: 'problems', label: t('imports.rows.problems', { count: problems.length }) },
          { value: 'all', label: t('imports.rows.all', { count: rows.length }) },
          ...(hidden.length > 0
            ? [{ value: 'hidden' as const, label: t('imports.rows.hidden', { count: hidden.length }) }]
            : []),
        ]}
        onChange={handleFilter}
      />
      {hidden.length > 0 && <HiddenRows rows={hidden} isOpen={isOpen} />}
      {listed.length === 0 && (
        <p className={styles.soft}>
          <T id="imports.rows.none" />
        </p>
      )}
      <ul>
        {listed.slice(0, shown).map((row) => (
          <PreviewRow
            key={row.index}
            row={row}
            fields={fields}
            result={resultOf.get(row.index)}
            isOpen={isOpen}
            onCorrect={handleCorrect}
          />
        ))}
      </ul>
      {listed.length > shown && (
        <Button onClick={() => setShown(shown + BATCH)}>
          {t('imports.rows.more', { count: listed.length - shown })}
        </Button>
      )}
    </Card>
  );
};
