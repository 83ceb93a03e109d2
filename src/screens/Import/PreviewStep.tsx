import { memo, useCallback, useId, useState, type ComponentProps, type KeyboardEvent } from 'react';
import {
  importActions,
  selectImports,
  type ImportField,
  type ImportRow,
  type RowResult,
  selectImportRows,
  selectResults,
} from '../../domains/imports';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { Badge, type Tone } from '../../ui/Badge';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icons';
import { Select } from '../../ui/Select';
import { Name, T, useText } from '../../ui/text';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/LoadState';
import { Segmented } from '../../ui/Segmented';
import { useFieldLabel, useRowErrors } from './texts';
import fieldStyles from '../../ui/Field.module.css';
import styles from './Import.module.css';

type RowStatus = 'added' | 'failed' | 'hidden' | 'toFix' | 'searching' | 'ready';

const TONES: Record<RowStatus, Tone> = {
  added: 'success',
  failed: 'action',
  hidden: 'neutral',
  toFix: 'warning',
  searching: 'neutral',
  ready: 'accent',
};

const statusOf = ({ errors, isSearching, isOff }: ImportRow, result: RowResult | undefined): RowStatus => {
  if (result) return result.ok ? 'added' : 'failed';
  if (isOff) return 'hidden';
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

interface CorrectionProps {
  row: ImportRow;
  field: ImportField;
  /** The id of the error's element. */
  errorId: string | undefined;
  onCorrect: (index: number) => void;
}

/** A cell to correct. The new text counts once the field is left, or with Enter. */
const Correction = ({ row: { index, line, texts }, field, errorId, onCorrect }: CorrectionProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const labelOf = useFieldLabel();
  const text = texts[field] ?? '';
  const [value, setValue] = useState(text);
  const handleLeave = () => {
    const corrected = value.trim();
    if (corrected === text) return;
    onCorrect(index);
    dispatch(importActions.cellCorrected({ index, field, value: corrected }));
  };
  const handleKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) handleLeave();
  };
  return (
    <input
      className={cx(fieldStyles.input, errorId && fieldStyles.invalid)}
      aria-label={t('imports.rows.correct', { field: labelOf(field), line })}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      inputMode={field === 'email' ? 'email' : undefined}
      autoCapitalize={field === 'email' ? 'none' : undefined}
      value={value}
      onChange={({ target }) => setValue(target.value)}
      onBlur={handleLeave}
      onKeyDown={handleKeyDown}
    />
  );
};

interface HiddenTickProps extends Pick<ComponentProps<typeof T>, 'id' | 'values'> {
  rows: readonly ImportRow[];
}

/** The checkbox of rows that are hidden in the file, with its label. */
const HiddenTick = ({ rows, ...text }: HiddenTickProps) => {
  const dispatch = useAppDispatch();
  const indices = rows.map(({ index }) => index);
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={rows.every(({ isOff }) => !isOff)}
        onChange={({ target }) => dispatch(importActions.rowsTicked({ indices, isTicked: target.checked }))}
      />
      <T {...text} />
    </label>
  );
};

interface PreviewRowProps {
  row: ImportRow;
  /** The fields that have a column. */
  fields: readonly ImportField[];
  result: RowResult | undefined;
  /** False while the rows are being added. */
  isOpen: boolean;
  onCorrect: (index: number) => void;
}

/** One row of the file with its result, and with its errors at the cells where they can be corrected. */
const PreviewRow = memo(({ row, fields, result, isOpen, onCorrect }: PreviewRowProps) => {
  const id = useId();
  const labelOf = useFieldLabel();
  const errors = useRowErrors()(row, result);
  const status = statusOf(row, result);
  // A corrected cell keeps its field, so that the focus stays and the text can be changed again.
  const [wrong, setWrong] = useState<readonly ImportField[]>([]);
  const more = fields.filter((field) => errors[field] && !wrong.includes(field));
  if (more.length > 0) setWrong([...wrong, ...more]);
  const isCorrectable = (field: ImportField) => isOpen && !row.isOff && !result?.ok && wrong.includes(field);
  const shown = fields.filter((field) => row.texts[field] || wrong.includes(field));
  return (
    <li className={styles.row}>
      <div className="row gap-8">
        <T className="strong numbers" id="imports.rows.line" values={{ line: row.line }} />
        <Badge tone={TONES[status]}>
          <T id={`imports.status.${status}`} />
        </Badge>
        {row.isHidden && isOpen && !result?.ok && (
          <HiddenTick rows={[row]} id="imports.hidden.add" values={{ line: row.line }} />
        )}
      </div>
      <dl className={styles.cells}>
        {shown.map((field) => (
          <div key={field} className={cx(styles.cell, errors[field] && styles.wrong)}>
            <dt className={styles.soft}>{labelOf(field)}</dt>
            <dd className="stack gap-4 breaks">
              {isCorrectable(field) ? (
                <Correction row={row} field={field} errorId={errors[field] && `${id}-${field}`} onCorrect={onCorrect} />
              ) : (
                <Name>{row.texts[field] || '–'}</Name>
              )}
              <Found row={row} field={field} />
              {errors[field] && (
                <span id={`${id}-${field}`} className={fieldStyles.error}>
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

/** Rows that one press on "Show more" adds. */
const BATCH = 50;

type Filter = 'all' | 'problems' | 'hidden';

const isProblem = ({ errors }: ImportRow, result: RowResult | undefined): boolean =>
  result ? !result.ok : Object.keys(errors).length > 0;

/** Says how many rows are hidden in the file; none of them is added until it is ticked. */
const HiddenRows = ({ rows, isOpen }: { rows: readonly ImportRow[]; isOpen: boolean }) => (
  <div>
    <T as="p" id="imports.hidden.text" values={{ count: rows.length }} />
    {isOpen && <HiddenTick rows={rows} id="imports.hidden.addAll" />}
  </div>
);

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
  const isWrong = (row: ImportRow) => isProblem(row, resultOf.get(row.index));
  const problems = rows.filter(isWrong);
  const hidden = rows.filter(({ isHidden }) => isHidden);
  const chosen = filter ?? (problems.length > 0 || corrected.length > 0 ? 'problems' : 'all');
  // A corrected row stays where it was corrected until it is added, so that the focus stays too.
  const toFix = rows.filter((row) => isWrong(row) || (corrected.includes(row.index) && !resultOf.has(row.index)));
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
      <div className="row wrap between gap-8">
        <T as="h2" className={styles.title} id="imports.rows.title" />
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
      {listed.length === 0 && <T as="p" className={styles.soft} id="imports.rows.none" />}
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
