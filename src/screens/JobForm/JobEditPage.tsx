import { useState, useEffect, useMemo } from 'react';
import {
  deletionClosed,
  deletionConfirmed,
  draftKeyOf,
  selectJobForm,
  copyRequested,
  formLeft,
  formOpened,
  selectCopies,
} from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { useText } from '../../ui/text';
import { useParams } from 'react-router-dom';
import { FormSkeleton, JobFormFrame } from './JobFormFrame';
import { JobEditor } from './JobEditor';
import { fromJob } from './values';

/** Deletes a draft after a confirmation. */
const DeleteDraft = ({ jobId, title }: { jobId: number; title: string }) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { deletion } = useFields(selectJobForm, 'deletion');
  const [isAsking, setIsAsking] = useState(false);
  const handleCancel = () => {
    setIsAsking(false);
    dispatch(deletionClosed());
  };
  const handleConfirm = () => {
    if (user) dispatch(deletionConfirmed({ jobId, draftKey: draftKeyOf(user.id, jobId) }));
  };
  return (
    <>
      <Button icon="trash" onClick={() => setIsAsking(true)}>
        {t('jobForm.deleteDraft.action')}
      </Button>
      {isAsking && (
        <RemovalDialog
          title={t('jobForm.deleteDraft.title', { title })}
          text={t('jobForm.deleteDraft.text')}
          action={t('jobForm.deleteDraft.action')}
          isBusy={deletion.status === 'loading'}
          failure={deletion.status === 'failed' ? deletion.error : null}
          onConfirm={handleConfirm}
          onCancel={handleCancel}
        />
      )}
    </>
  );
};

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
