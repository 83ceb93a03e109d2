import { useState } from 'react';
import { useIntl } from 'react-intl';
import { importActions, isRequired, selectImports } from '../../domains/imports';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Card } from '../../ui/Page';
import { Select } from '../../ui/Select';
import { T, useText } from '../../ui/text';
import { useFieldLabel } from './texts';
import styles from './Import.module.css';

/** Returns the letter of a column as spreadsheets show it: A, B, … Z, AA. */
const letterOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);

/** Shows which column of the file fills each field. It is open while a required field has none. */
export const ColumnsStep = ({ header }: { header: readonly string[] }) => {
  const t = useText();
  const intl = useIntl();
  const dispatch = useAppDispatch();
  const labelOf = useFieldLabel();
  const { columns } = useFields(selectImports, 'columns');
  const missing = columns.filter(({ field, column }) => column === null && isRequired(field));
  // It stays open when the last column was chosen, so that the focus stays in it.
  const [isOpen] = useState(missing.length > 0);
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
          <h2 className={styles.title}>
            <T id="imports.columns.title" />
          </h2>
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
          {columns.map(({ field, column }) => (
            <Select
              key={field}
              label={isRequired(field) ? labelOf(field) : t('profile.field.optional', { label: labelOf(field) })}
              required={isRequired(field)}
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
