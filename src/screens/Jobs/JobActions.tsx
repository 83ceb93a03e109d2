import { copyRequested, selectCopies, type JobRow } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { ButtonLink, IconButton } from '../../ui/Button';
import { useText } from '../../ui/text';
import styles from './Jobs.module.css';

/** Changing and copying a job of the list. */
export const JobActions = ({ job }: { job: JobRow }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const copy = useAppSelector(selectCopies)[job.id];
  const label = (action: string) => t('jobs.actionOn', { action, title: job.title });
  return (
    <span className={styles.actions}>
      <ButtonLink
        to={paths.jobEdit(job.id)}
        look="quiet"
        small
        icon="edit"
        className={styles.action}
        aria-label={label(t('jobs.edit'))}
        title={t('jobs.edit')}
      />
      <IconButton
        icon="copy"
        small
        className={styles.action}
        label={label(t('jobs.copy'))}
        title={t('jobs.copy')}
        aria-busy={copy?.status === 'loading' || undefined}
        onClick={() => copy?.status !== 'loading' && dispatch(copyRequested({ jobId: job.id }))}
      />
    </span>
  );
};
