import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormikContext, Form, Formik } from 'formik';
import {
  countRequested,
  exportQuery,
  selectExports,
  type ExportQuery,
  workbookDismissed,
  workbookRequested,
} from '../../domains/exports';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useFields, useAppSelector } from '../../store/hooks';
import { decisionOf, filtersToQuery, selectApplications, type ApplicationFilters } from '../../domains/applications';
import { selectLanguage } from '../../domains/preferences';
import { CheckboxField, SelectField } from '../../ui/fields';
import { FailureText } from '../../ui/State';
import { T, useText, useDateLocale } from '../../ui/text';
import { useFirstErrorFocus } from '../../ui/useFirstErrorFocus';
import { Button } from '../../ui/Button';
import { FormFailure } from '../../ui/FormMessage';
import { Modal } from '../../ui/Modal';
import {
  dayOptions,
  firstDayOf,
  MONTHS,
  withValidDay,
  yearOptions,
  type DownloadValues,
  downloadDefaults,
  downloadSchema,
} from './form';
import styles from './exports.module.css';

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

interface WorkbookFieldsProps {
  jobId: number | null;
  /** The list's filters in use, by their names in the API. */
  filterQuery: ExportQuery;
}

/** The choices for the workbook, and how many applications it includes out of all. */
const WorkbookFields = ({ jobId, filterQuery }: WorkbookFieldsProps) => {
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
          <T
            id={count.data.matching === count.data.total ? 'exports.excel.countAll' : 'exports.excel.count'}
            values={{ wanted: count.data.matching, total: count.data.total }}
          />
        )}
        {count.status === 'failed' && <FailureText failure={count.error} />}
      </p>
    </div>
  );
};

interface MakingProgressProps {
  /** Rows that are done; null while unknown. */
  progress: { done: number; total: number } | null;
}

const MakingProgress = ({ progress }: MakingProgressProps) => {
  const t = useText();
  const known = progress !== null && progress.total > 0 ? progress : null;
  return (
    <div className={styles.form}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('exports.excel.making')}
        aria-valuemin={0}
        aria-valuemax={known?.total}
        aria-valuenow={known?.done}
      >
        <span
          data-amount=""
          className={known ? styles.filled : styles.moving}
          style={known ? { width: `${(known.done / known.total) * 100}%` } : undefined}
        />
      </div>
      <p role="status">
        {known ? <T id="exports.excel.progress" values={{ ...known }} /> : <T id="exports.excel.making" />}
      </p>
      {progress && <T as="p" className="hint" id="exports.excel.background" />}
    </div>
  );
};

const FORM = 'workbook-export';

interface WorkbookDialogProps {
  jobId: number | null;
  filters: ApplicationFilters;
  isShortlist: boolean;
  onClose: () => void;
}

/**
 * Makes a workbook file: the user chooses the first day and the shortlist, then sees the progress. Closing the dialog
 * does not stop it.
 */
export const WorkbookDialog = ({ jobId, filters, isShortlist, onClose }: WorkbookDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { workbook, progress, count } = useFields(selectExports, 'workbook', 'progress', 'count');
  const language = useAppSelector(selectLanguage);
  const decision = decisionOf(useFields(selectApplications, 'query').query);
  const filterQuery = useMemo(
    () => ({ ...filtersToQuery(filters), ...(decision && { decision }) }),
    [filters, decision],
  );
  const [initial] = useState(() => downloadDefaults(serverNow(), readSettings().timeZone, isShortlist));
  const isMaking = workbook.status === 'loading';
  const isEmpty = count.status === 'loaded' && count.data.matching === 0;
  const handleClose = () => {
    if (!isMaking) dispatch(workbookDismissed());
    onClose();
  };
  const foot = isMaking ? (
    <>
      <Button onClick={() => dispatch(workbookDismissed())}>{t('exports.excel.stop')}</Button>
      <Button look="primary" onClick={handleClose}>
        {t('exports.excel.goOn')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={handleClose}>{t('ui.cancel')}</Button>
      <Button look="primary" type="submit" form={FORM} icon="download" disabled={isEmpty}>
        {t(workbook.status === 'failed' ? 'ui.retry' : 'exports.excel.download')}
      </Button>
    </>
  );
  return (
    <Modal open title={t('exports.excel.download')} foot={foot} onClose={handleClose}>
      {workbook.status === 'failed' && workbook.error.status !== 401 && <FormFailure failure={workbook.error} />}
      {isMaking && <MakingProgress progress={progress} />}
      {/* The choices stay for another attempt while the workbook is made. */}
      <div className={styles.form} hidden={isMaking}>
        <Formik
          initialValues={initial}
          validationSchema={downloadSchema}
          onSubmit={async (values) => {
            const createdAt = firstDayOf(values);
            if (createdAt === undefined) return;
            const { onlyShortlisted } = values;
            dispatch(
              workbookRequested({ query: exportQuery(jobId, filterQuery, { createdAt, onlyShortlisted }), language }),
            );
          }}
        >
          <Form noValidate id={FORM} className={styles.form}>
            <WorkbookFields jobId={jobId} filterQuery={filterQuery} />
          </Form>
        </Formik>
      </div>
    </Modal>
  );
};
