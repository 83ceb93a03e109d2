import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { copyRequested, formLeft, formOpened, selectCopies, selectJobForm } from '../../domains/jobs';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { useText } from '../../ui/text';
import { DeleteDraft } from './DeleteDraft';
import { FormSkeleton, JobFormFrame } from './JobFormFrame';
import { JobEditor } from './JobEditor';
import { fromJob } from './values';

/** Edits a job. The saga redirects when the job fails to load. */
export const JobEditPage = () => {
  const t = useText();
  const dispatch = useAppDispatch();
  const jobId = Number(useParams().jobId);
  const { job } = useFields(selectJobForm, 'job');
  const copy = useAppSelector(selectCopies)[jobId];
  useEffect(() => {
    dispatch(formOpened({ jobId }));
    return () => void dispatch(formLeft());
  }, [dispatch, jobId]);
  const loaded = job.status === 'loaded' && job.data.id === jobId ? job.data : null;
  const initial = useMemo(() => loaded && fromJob(loaded), [loaded]);
  return (
    <JobFormFrame
      title={t('jobForm.editTitle')}
      action={
        <div className="flex wrap gap-8">
          {loaded?.status === 'draft' && <DeleteDraft jobId={jobId} title={loaded.title} />}
          <Button icon="copy" busy={copy?.status === 'loading'} onClick={() => dispatch(copyRequested({ jobId }))}>
            {t('jobs.copy')}
          </Button>
        </div>
      }
    >
      {loaded && initial ? <JobEditor key={jobId} jobId={jobId} job={loaded} initial={initial} /> : <FormSkeleton />}
    </JobFormFrame>
  );
};
