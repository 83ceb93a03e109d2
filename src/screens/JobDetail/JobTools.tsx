import type { JobStatus } from '../../../contract/constants/statuses';
import type { ApplicationFilters } from '../../domains/applications';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/Button';
import { T, useText } from '../../ui/text';
import { JobPicker } from '../../widgets/ApplicationList/JobPicker';
import { ExcelActions } from '../../widgets/exports/ExcelActions';
import styles from './JobDetail.module.css';

interface JobToolsProps {
  /** Null: all jobs. */
  jobId: number | null;
  knownTitle: string | undefined;
  /** Undefined while unknown: the job is not offered to be closed then. */
  status: JobStatus | undefined;
  filters: ApplicationFilters;
  isShortlist: boolean;
  onJob: (jobId: number | null) => void;
}

export const JobTools = ({ jobId, knownTitle, status, filters, isShortlist, onJob }: JobToolsProps) => {
  const t = useText();
  return (
    <div className={styles.tools}>
      <div className={styles.picker}>
        <JobPicker jobId={jobId} knownTitle={knownTitle} onChange={onJob} />
      </div>
      {jobId !== null && (
        <ButtonLink to={paths.jobEdit(jobId)} icon="edit" className={styles.edit} title={t('applications.job.edit')}>
          <span className={styles.editText}>
            <T id="applications.job.edit" />
          </span>
        </ButtonLink>
      )}
      {jobId !== null && status === 'active' && (
        <ButtonLink
          to={paths.jobEdit(jobId)}
          state={{ closes: true }}
          icon="lock"
          className={styles.edit}
          title={t('jobs.close')}
        >
          <span className={styles.editText}>
            <T id="jobs.close" />
          </span>
        </ButtonLink>
      )}
      <ExcelActions jobId={jobId} filters={filters} isShortlist={isShortlist} />
    </div>
  );
};
