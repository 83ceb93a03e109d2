import { selectJobForm } from '../../domains/jobs';
import { useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/State';
import { useText } from '../../ui/text';
import styles from './JobForm.module.css';

const PERCENT = 100;

/** The progress of the cover's upload, or the failed step with a retry button: docs/PRODUCT.md#job-cover. */
export const UploadState = ({ onRetry }: { onRetry: () => void }) => {
  const t = useText();
  const { upload, uploaded, failedStep } = useFields(selectJobForm, 'upload', 'uploaded', 'failedStep');
  if (upload.status === 'loading') {
    return (
      <label className={styles.progress}>
        <span>{t('jobForm.uploading', { percent: Math.round(uploaded * PERCENT) })}</span>
        <progress max={1} value={uploaded} />
      </label>
    );
  }
  if (upload.status !== 'failed') return null;
  return (
    <p className={styles.problem} role="alert">
      {upload.error.quota ? (
        <FailureText failure={upload.error} />
      ) : (
        <span>{t(failedStep === 'address' ? 'jobForm.errors.uploadAddress' : 'jobForm.errors.uploadFile')}</span>
      )}{' '}
      <Button small onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </p>
  );
};
