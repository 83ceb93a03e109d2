import { useState } from 'react';
import { deletionClosed, deletionConfirmed, draftKeyOf, selectJobForm } from '../../domains/jobs';
import { selectUser } from '../../domains/session';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { RemovalDialog } from '../../ui/RemovalDialog';
import { useText } from '../../ui/text';

/** Deletes a job that is a draft, after a question. */
export const DeleteDraft = ({ jobId, title }: { jobId: number; title: string }) => {
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
