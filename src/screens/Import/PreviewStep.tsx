import { useMemo, useState } from 'react';
import { importActions, selectImportRows, selectImports, type ImportRow, type RowResult } from '../../domains/imports';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Page';
import { Segmented } from '../../ui/Segmented';
import { T, useText } from '../../ui/text';
import { PreviewRow } from './PreviewRow';
import styles from './Import.module.css';

/** Rows that one press on "Show more" adds. */
const BATCH = 50;

const isProblem = ({ errors }: ImportRow, result: RowResult | undefined): boolean =>
  result ? !result.ok : Object.keys(errors).length > 0;

/** Shows the rows of the file; first those with errors, when there are any. */
export const PreviewStep = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectImportRows);
  const { results, columns, lookups } = useFields(selectImports, 'results', 'columns', 'lookups');
  const [filter, setFilter] = useState<'all' | 'problems' | null>(null);
  const [shown, setShown] = useState(BATCH);
  const resultOf = useMemo(() => new Map(results.map((result) => [result.index, result])), [results]);
  const problems = rows.filter((row) => isProblem(row, resultOf.get(row.index)));
  const chosen = filter ?? (problems.length > 0 ? 'problems' : 'all');
  const listed = chosen === 'all' ? rows : problems;
  const handleFilter = (next: 'all' | 'problems') => {
    setFilter(next);
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
        ]}
        onChange={handleFilter}
      />
      {listed.length === 0 && (
        <p className={styles.soft}>
          <T id="imports.rows.none" />
        </p>
      )}
      <ul>
        {listed.slice(0, shown).map((row) => (
          <PreviewRow key={row.index} row={row} fields={fields} result={resultOf.get(row.index)} />
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
