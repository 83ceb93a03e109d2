import { useState } from 'react';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { ApplicationFilters } from '../../domains/applications';
import { choosingBegun } from '../../domains/bulks';
import { dialogClosed, dialogOpened, selectExports } from '../../domains/exports';
import { selectJobOptions } from '../../domains/jobs';
import { dataOr } from '../../domains/kit/loadable';
import { partUnavailable } from '../../domains/notices';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import type { MenuItem } from '../../ui/Menu';
import { lazyDialog } from '../../ui/lazyPart';
import { useText } from '../../ui/text';
import { MoreMenu } from '../../ui/LazyMenu';
import { COARSE, useMedia } from '../../ui/useMedia';

// The forms load on demand, so that the list does not wait for them.
const ExcelMailDialog = lazyDialog(
  async () => (await withLaterWork(() => import('./ExcelMailDialog'))).ExcelMailDialog,
);
const WorkbookDialog = lazyDialog(async () => (await withLaterWork(() => import('./WorkbookDialog'))).WorkbookDialog);

/** Returns the status of the job, from the job picker's options when no row names the job. */
const useJobStatus = (jobId: number | null, known: JobStatus | undefined): JobStatus | undefined => {
  const option = useAppSelector((state) => dataOr(selectJobOptions(state), []).find(({ id }) => id === jobId));
  const [kept, setKept] = useState(option);
  // A search in the picker may leave the job out.
  if (option && option !== kept) setKept(option);
  return known ?? (kept?.id === jobId ? kept.status : undefined);
};

interface ListToolsProps {
  /** Null: all jobs. */
  jobId: number | null;
  /** Only an active job is offered to be closed; undefined if no row names the job. */
  status?: JobStatus | undefined;
  filters: ApplicationFilters;
  isShortlist: boolean;
  /** The list has rows to tick; on a touch screen, this menu starts ticking. */
  hasRows: boolean;
}

/** The menu of a list: tick rows by touch, edit and close its job, and the workbook by email and as a file. */
export const ListTools = ({ jobId, status: known, filters, isShortlist, hasRows }: ListToolsProps) => {
  const isTouch = useMedia(COARSE);
  const t = useText();
  const dispatch = useAppDispatch();
  const status = useJobStatus(jobId, known);
  const { dialog, workbook, progress } = useFields(selectExports, 'dialog', 'workbook', 'progress');
  const percent = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : null;
  const open = (name: 'excelMail' | 'workbook') => () => void dispatch(dialogOpened({ dialog: name }));
  const close = () => void dispatch(dialogClosed());
  const items: MenuItem[] = [
    ...(isTouch && hasRows
      ? [{ icon: 'check', text: 'bulk.choose', onChoose: () => void dispatch(choosingBegun()) } as const]
      : []),
    ...(jobId === null ? [] : [{ icon: 'edit', text: 'applications.job.edit', to: paths.jobEdit(jobId) } as const]),
    ...(jobId === null || status !== 'active'
      ? []
      : [{ icon: 'archive', text: 'jobs.close', to: paths.jobEdit(jobId), state: { closes: true } } as const]),
    { icon: 'mail', text: 'exports.excel.mail', onChoose: open('excelMail') },
    { icon: 'download', text: 'exports.excel.download', onChoose: open('workbook') },
  ];
  return (
    <span className="row gap-8">
      {workbook.status === 'loading' && (
        <span className="hint" role="status">
          {percent === null ? t('exports.excel.making') : t('exports.excel.makingPercent', { percent })}
        </span>
      )}
      <MoreMenu
        onFailure={() => dispatch(partUnavailable())}
        look="secondary"
        label={t('applications.more')}
        items={items}
      />
      {dialog === 'excelMail' && <ExcelMailDialog jobId={jobId} onClose={close} />}
      {dialog === 'workbook' && (
        <WorkbookDialog jobId={jobId} filters={filters} isShortlist={isShortlist} onClose={close} />
      )}
    </span>
  );
};
