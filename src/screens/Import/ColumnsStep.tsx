import { useState } from 'react';
import { useIntl } from 'react-intl';
import { importActions, isRequired, selectImports, selectTable, selectTableProblem } from '../../domains/imports';
import { HEADER_ROWS } from '../../lib/sheet/header';
import type { Sheet } from '../../lib/sheet/types';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Card } from '../../ui/LoadState';
import { Select } from '../../ui/Select';
import { T, useText } from '../../ui/text';
import { useFieldLabel } from './texts';
import styles from './Import.module.css';

/** Returns the letter of a column as spreadsheets show it: A, B, … Z, AA. */
const letterOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);

/** A row's texts in one line, to tell it from others. */
const shortened = (cells: readonly string[]): string =>
  cells
    .filter((text) => text !== '')
    .join(', ')
    .slice(0, 60);

/** The sheet, where the file has several, and the row that names the columns. */
const TableChoice = ({ sheets }: { sheets: readonly Sheet[] }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { sheetAt, headerAt } = useFields(selectImports, 'sheetAt', 'headerAt');
  return (
    <>
      {sheets.length > 1 && (
        <Select
          label={t('imports.columns.sheet')}
          value={String(sheetAt)}
          options={sheets.map(({ name, isHidden }, at) => ({
            value: String(at),
            label: isHidden ? t('imports.columns.hiddenSheet', { name }) : name,
          }))}
          onChange={(value) => dispatch(importActions.sheetChosen({ sheetAt: Number(value) }))}
        />
      )}
      <Select
        label={t('imports.columns.header')}
        value={String(headerAt)}
        options={(sheets[sheetAt]?.rows ?? []).slice(0, HEADER_ROWS).map(({ line, cells }, at) => ({
          value: String(at),
          label: `${t('imports.rows.line', { line })}: ${shortened(cells)}`,
        }))}
        onChange={(value) => dispatch(importActions.headerChosen({ headerAt: Number(value) }))}
      />
    </>
  );
};

/**
 * Shows which sheet and row of the file name the columns, and which column fills each field. It opens when a required
 * field has none.
 */
export const ColumnsStep = ({ sheets }: { sheets: readonly Sheet[] }) => {
  const t = useText();
  const intl = useIntl();
  const dispatch = useAppDispatch();
  const labelOf = useFieldLabel();
  const { columns } = useFields(selectImports, 'columns');
  const missing = columns.filter(({ field, column }) => column === null && isRequired(field));
  const { header } = useAppSelector(selectTable);
  const isWrong = useAppSelector(selectTableProblem) !== null || missing.length > 0 || sheets.length > 1;
  // Stays open after the last column is chosen, so that it keeps the focus.
  const [isOpen, setIsOpen] = useState(isWrong);
  if (isWrong && !isOpen) setIsOpen(true);
  const options = [
    { value: '', label: t('imports.columns.none') },
    ...header.map((name, column) => ({
      value: String(column),
      label: name || t('imports.columns.unnamed', { letter: letterOf(column) }),
    })),
  ];
  return (
    <Card className={styles.step}>
      <details open={isOpen}>
        <summary className={styles.summary}>
          <T as="h2" className={styles.title} id="imports.columns.title" />
          <span className={styles.soft} role="status">
            {missing.length > 0 ? (
              <T
                id="imports.columns.missing"
                values={{ fields: intl.formatList(missing.map(({ field }) => labelOf(field))) }}
              />
            ) : (
              <T id="imports.columns.found" />
            )}
          </span>
        </summary>
        <div className={styles.columns}>
          <TableChoice sheets={sheets} />
          {columns.map(({ field, column }) => (
            <Select
              key={field}
              label={labelOf(field)}
              required={isRequired(field)}
              aria-invalid={(column === null && isRequired(field)) || undefined}
              value={column === null ? '' : String(column)}
              options={options}
              onChange={(value) =>
                dispatch(importActions.columnChosen({ field, column: value === '' ? null : Number(value) }))
              }
            />
          ))}
        </div>
      </details>
    </Card>
  );
};
