import { useMemo, useState } from 'react';
import { Form, Formik } from 'formik';
import { filtersToQuery, selectApplications, type ApplicationFilters } from '../../domains/applications';
import { dialogClosed, exportQuery, selectExports, workbookDismissed, workbookRequested } from '../../domains/exports';
import { selectLanguage } from '../../domains/preferences';
import { serverNow } from '../../lib/serverClock';
import { readSettings } from '../../lib/settings';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FormMessage } from '../../ui/FormMessage';
import { Modal } from '../../ui/Modal';
import { FailureText } from '../../ui/State';
import { useText } from '../../ui/text';
import { downloadDefaults, downloadSchema, firstDayOf } from './form';
import styles from './exports.module.css';
import { MakingProgress } from './MakingProgress';
import { WorkbookFields } from './WorkbookFields';

const FORM = 'workbook-export';

interface WorkbookDialogProps {
  jobId: number | null;
  filters: ApplicationFilters;
  isShortlist: boolean;
}

/**
 * Makes a workbook file: the user chooses the first day and the shortlist, then sees the progress. Closing the dialog
 * does not stop it.
 */
export const WorkbookDialog = ({ jobId, filters, isShortlist }: WorkbookDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { workbook, progress, count } = useFields(selectExports, 'workbook', 'progress', 'count');
  const language = useAppSelector(selectLanguage);
  const isDeclined = useFields(selectApplications, 'query').query.tab === 'declined';
  const filterQuery = useMemo(
    () => ({ ...filtersToQuery(filters), ...(isDeclined && { decision: 'declined' as const }) }),
    [filters, isDeclined],
  );
  const [initial] = useState(() => downloadDefaults(serverNow(), readSettings().timeZone, isShortlist));
  const isMaking = workbook.status === 'loading';
  const isEmpty = count.status === 'loaded' && count.data.matching === 0;
  const handleClose = () => {
    if (!isMaking) dispatch(workbookDismissed());
    dispatch(dialogClosed());
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
      {workbook.status === 'failed' && workbook.error.status !== 401 && (
        <FormMessage>
          <FailureText failure={workbook.error} />
        </FormMessage>
      )}
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
