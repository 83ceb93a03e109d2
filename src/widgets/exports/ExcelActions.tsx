import { Suspense, lazy } from 'react';
import type { ApplicationFilters } from '../../domains/applications';
import { dialogOpened, selectExports } from '../../domains/exports';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';
import styles from './exports.module.css';

// The forms load on demand, so that the list does not wait for them.
const ExcelMailDialog = lazy(async () => ({ default: (await import('./ExcelMailDialog')).ExcelMailDialog }));
const WorkbookDialog = lazy(async () => ({ default: (await import('./WorkbookDialog')).WorkbookDialog }));

interface ExcelActionsProps {
  /** Null: all jobs. */
  jobId: number | null;
  filters: ApplicationFilters;
  isShortlist: boolean;
}

/** Buttons for the workbook by email and as a file. */
export const ExcelActions = ({ jobId, filters, isShortlist }: ExcelActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { dialog, workbook, progress } = useFields(selectExports, 'dialog', 'workbook', 'progress');
  const isMaking = workbook.status === 'loading';
  const percent = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : null;
  const making = percent === null ? t('exports.excel.making') : t('exports.excel.makingPercent', { percent });
  return (
    <span className={styles.actions}>
      <Button
        icon="mail"
        title={t('exports.excel.mail')}
        onClick={() => dispatch(dialogOpened({ dialog: 'excelMail' }))}
      >
        <span className="unseen-on-tablet">{t('exports.excel.mail')}</span>
      </Button>
      <Button
        icon="download"
        title={isMaking ? making : t('exports.excel.download')}
        onClick={() => dispatch(dialogOpened({ dialog: 'workbook' }))}
      >
        <span className={isMaking ? undefined : 'unseen-on-tablet'}>
          {isMaking ? making : t('exports.excel.download')}
        </span>
      </Button>
      <Suspense>
        {dialog === 'excelMail' && <ExcelMailDialog jobId={jobId} />}
        {dialog === 'workbook' && <WorkbookDialog jobId={jobId} filters={filters} isShortlist={isShortlist} />}
      </Suspense>
    </span>
  );
};
