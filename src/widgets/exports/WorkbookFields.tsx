import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormikContext } from 'formik';
import { countRequested, exportQuery, selectExports, type ExportQuery } from '../../domains/exports';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useFields } from '../../store/hooks';
import { CheckboxField } from '../../ui/CheckboxField';
import { SelectField } from '../../ui/SelectField';
import { FailureText } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { useDateLocale } from '../../ui/useDateLocale';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { dayOptions, firstDayOf, MONTHS, withValidDay, yearOptions, type DownloadValues } from './form';
import styles from './exports.module.css';

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

interface WorkbookFieldsProps {
  jobId: number | null;
  /** The list's filters in use, by their names in the API. */
  filterQuery: ExportQuery;
}

/** The choices for the workbook, and how many applications it includes out of all. */
export const WorkbookFields = ({ jobId, filterQuery }: WorkbookFieldsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const box = useRef<HTMLDivElement>(null);
  const { values, setValues } = useFormikContext<DownloadValues>();
  const { count } = useFields(selectExports, 'count');
  const dateLocale = useDateLocale();
  const { byDate, day, month, year, onlyShortlisted } = values;
  useFirstErrorFocus(box);

  useEffect(() => {
    const valid = withValidDay(values);
    if (valid !== values) void setValues(valid);
  }, [values, setValues]);

  const createdAt = firstDayOf(values);
  useEffect(() => {
    if (createdAt === undefined) return;
    const query = exportQuery(jobId, filterQuery, { createdAt, onlyShortlisted });
    const all = exportQuery(jobId, {}, { createdAt: null, onlyShortlisted: false });
    dispatch(countRequested({ query, all }));
  }, [dispatch, jobId, filterQuery, createdAt, onlyShortlisted]);

  const months = useMemo(() => {
    const format = new Intl.DateTimeFormat(dateLocale, { month: 'long', timeZone: 'UTC' });
    return MONTHS.map((value) => ({ value, label: format.format(Date.UTC(2000, Number(value) - 1, 1)) }));
  }, [dateLocale]);
  const [years] = useState(() => yearOptions(serverNow(), readSettings().timeZone));
  const hasFilters = Object.keys(filterQuery).length > 0;
  return (
    <div ref={box} className={styles.form}>
      <p>
        <T id={jobId === null ? 'exports.excel.scopeAll' : 'exports.excel.scopeJob'} />{' '}
        {hasFilters && <T id="exports.excel.scopeFilters" />}
      </p>
      <CheckboxField name="byDate" label={t('exports.excel.byDate')} />
      <div className={styles.date}>
        <SelectField
          name="day"
          label={t('exports.excel.day')}
          placeholder={t('exports.excel.choose')}
          disabled={!byDate}
          value={day}
          options={toOptions(dayOptions(year, month))}
        />
        <SelectField name="month" label={t('exports.excel.month')} disabled={!byDate} options={months} />
        <SelectField name="year" label={t('exports.excel.year')} disabled={!byDate} options={toOptions(years)} />
      </div>
      <CheckboxField name="onlyShortlisted" label={t('exports.excel.onlyShortlisted')} />
      <p className={styles.count} role="status">
        {count.status === 'loading' && <T id="ui.loading" />}
        {count.status === 'loaded' && (
          <T id="exports.excel.count" values={{ wanted: count.data.matching, total: count.data.total }} />
        )}
        {count.status === 'failed' && <FailureText failure={count.error} />}
      </p>
    </div>
  );
};
