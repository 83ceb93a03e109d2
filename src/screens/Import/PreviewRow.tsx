import { memo } from 'react';
import { importActions, selectImports, type ImportField, type ImportRow, type RowResult } from '../../domains/imports';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Badge, type Tone } from '../../ui/Badge';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { Select } from '../../ui/Select';
import { T, useText } from '../../ui/text';
import { useFieldLabel, useRowErrors } from './texts';
import fieldStyles from '../../ui/Field.module.css';
import styles from './Import.module.css';

type RowStatus = 'added' | 'failed' | 'toFix' | 'searching' | 'ready';

const TONES: Record<RowStatus, Tone> = {
  added: 'success',
  failed: 'action',
  toFix: 'warning',
  searching: 'neutral',
  ready: 'accent',
};

const statusOf = ({ errors, isSearching }: ImportRow, result: RowResult | undefined): RowStatus => {
  if (result) return result.ok ? 'added' : 'failed';
  if (Object.keys(errors).length > 0) return 'toFix';
  return isSearching ? 'searching' : 'ready';
};

/** What the search found for a cell; a choice when several places have the name. */
const Found = ({ row, field }: { row: ImportRow; field: ImportField }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const labelOf = useFieldLabel();
  const { creation } = useFields(selectImports, 'creation');
  const lookup = field === 'location' || field === 'taxOffice' ? row.found[field] : undefined;
  if (!lookup) return null;
  const { options, option, searched } = lookup;
  if (options.length < 2 || creation.status !== 'init')
    return <span className={styles.soft}>{options[option]?.name}</span>;
  return (
    <Select
      labelHidden
      label={t('imports.rows.match', { field: labelOf(field), line: row.line })}
      value={String(option)}
      options={options.map(({ name }, at) => ({ value: String(at), label: name }))}
      onChange={(value) =>
        dispatch(importActions.optionChosen({ field: lookup.field, searched, option: Number(value) }))
      }
    />
  );
};

interface PreviewRowProps {
  row: ImportRow;
  /** The fields that have a column. */
  fields: readonly ImportField[];
  result: RowResult | undefined;
}

/** One row of the file with its errors at their cells, and what became of it. */
export const PreviewRow = memo(({ row, fields, result }: PreviewRowProps) => {
  const labelOf = useFieldLabel();
  const errors = useRowErrors()(row, result);
  const status = statusOf(row, result);
  const shown = fields.filter((field) => row.texts[field] || errors[field]);
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <span className={styles.line}>
          <T id="imports.rows.line" values={{ line: row.line }} />
        </span>
        <Badge tone={TONES[status]}>
          <T id={`imports.status.${status}`} />
        </Badge>
      </div>
      <dl className={styles.cells}>
        {shown.map((field) => (
          <div key={field} className={cx(styles.cell, errors[field] && styles.wrong)}>
            <dt className={styles.soft}>{labelOf(field)}</dt>
            <dd className={styles.value}>
              <span>{row.texts[field] || '–'}</span>
              <Found row={row} field={field} />
              {errors[field] && (
                <span className={fieldStyles.error}>
                  <Icon name="warning" size={18} />
                  <span>{errors[field]}</span>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
});
PreviewRow.displayName = 'PreviewRow';
