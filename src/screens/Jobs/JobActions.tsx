import { copyRequested, selectCopies, type JobRow } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { Button, ButtonLink, IconButton } from '../../ui/Button';
import { useText } from '../../ui/text';
import styles from './Jobs.module.css';

interface JobActionsProps {
  job: JobRow;
  /** Shows text beside the icons, where there is room. */
  labelled?: boolean;
}

export const JobActions = ({ job, labelled }: JobActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const copy = useAppSelector(selectCopies)[job.id];
  const label = (action: string) => t('jobs.actionOn', { action, title: job.title });
  const handleCopy = () => {
    if (copy?.status !== 'loading') dispatch(copyRequested({ jobId: job.id }));
  };
  return (
    <span className={styles.actions}>
      <ButtonLink
        to={paths.jobEdit(job.id)}
        look="quiet"
        small
        icon="edit"
        aria-label={label(t('jobs.edit'))}
        title={t('jobs.edit')}
      >
        {labelled && t('jobs.edit')}
      </ButtonLink>
      {job.status === 'active' && (
        <ButtonLink
          to={paths.jobEdit(job.id)}
          state={{ closes: true }}
          look="quiet"
          small
          icon="lock"
          aria-label={label(t('jobs.close'))}
          title={t('jobs.close')}
        >
          {labelled && t('jobs.close')}
        </ButtonLink>
      )}
      {labelled ? (
        <Button
          icon="copy"
          look="quiet"
          small
          busy={copy?.status === 'loading'}
          aria-label={label(t('jobs.copy'))}
          onClick={handleCopy}
        >
          {t('jobs.copy')}
        </Button>
      ) : (
        <IconButton
          icon="copy"
          small
          label={label(t('jobs.copy'))}
          title={t('jobs.copy')}
          aria-busy={copy?.status === 'loading' || undefined}
          onClick={handleCopy}
        />
      )}
    </span>
  );
};
