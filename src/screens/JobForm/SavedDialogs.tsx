import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { saveAcknowledged, selectJobForm } from '../../domains/jobs';
import { paths } from '../../lib/paths';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useText } from '../../ui/text';

/**
 * Reacts to a save: warns about a job that stayed a draft, and otherwise opens the next page:
 * docs/PRODUCT.md#after-saving.
 */
export const SavedDialogs = ({ isEdit }: { isEdit: boolean }) => {
  const t = useText();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { save } = useFields(selectJobForm, 'save');
  const saved = save.status === 'loaded' ? save.data : null;
  // Warns about a new draft, whether the user chose it or the company had no credits.
  const isDraft = saved !== null && (saved.lackedCredit || (!isEdit && saved.status === 'draft'));
  const lacksCredit = save.status === 'failed' && save.error.key === ERROR_KEYS.insufficientBalance;
  useEffect(() => {
    if (!saved || isDraft) return;
    if (isEdit) void navigate(paths.applications({ jobId: saved.id, page: 1, activeTab: 'all' }));
    else void navigate(paths.jobs(), { state: { justCreated: saved.id } });
  }, [saved, isDraft, isEdit, navigate]);
  const toPackages = () => navigate(paths.packages());
  const toJobs = () => navigate(paths.jobs());
  return (
    <>
      <Modal
        open={isDraft}
        title={t('jobForm.draftWarning.title')}
        text={t(saved?.lackedCredit ? 'jobForm.draftWarning.text' : 'jobForm.draftWarning.chosen')}
        onClose={toJobs}
        foot={
          saved?.lackedCredit ? (
            <>
              <Button onClick={toJobs}>{t('jobForm.draftWarning.later')}</Button>
              <Button look="primary" onClick={toPackages}>
                {t('jobForm.noCredit.action')}
              </Button>
            </>
          ) : (
            <Button look="primary" onClick={toJobs}>
              {t('jobForm.draftWarning.later')}
            </Button>
          )
        }
      />
      <Modal
        open={lacksCredit}
        title={t('jobForm.noCredit.title')}
        text={t('errors.keys.insufficient_balance')}
        onClose={() => dispatch(saveAcknowledged())}
        foot={
          <>
            <Button onClick={() => dispatch(saveAcknowledged())}>{t('ui.close')}</Button>
            <Button look="primary" onClick={toPackages}>
              {t('jobForm.noCredit.action')}
            </Button>
          </>
        }
      />
    </>
  );
};
