import { useEffect, useState } from 'react';
import { CLOSE_REASONS, isFilledBy } from '../../../contract/constants/options';
import { closeRequested, selectJobForm } from '../../domains/jobs';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import type { JobClosing } from './form';
import styles from './CloseReasonDialog.module.css';

const STEPS = ['interview', 'offer'] as const;

interface CloseReasonDialogProps {
  open: boolean;
  jobId: number | null;
  onChoose: (closing: JobClosing) => void;
  onCancel: () => void;
}

/** Asks why a job closes, and whether to answer the applicants who still wait: docs/PRODUCT.md#closing-a-job. */
export const CloseReasonDialog = ({ open, jobId, onChoose, onCancel }: CloseReasonDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { waiting } = useFields(selectJobForm, 'waiting');
  const [reason, setReason] = useState<JobClosing['reason'] | null>(null);
  const [answers, setAnswers] = useState(true);
  useEffect(() => {
    if (open && jobId !== null) dispatch(closeRequested({ jobId }));
  }, [dispatch, open, jobId]);
  // While the number is unknown somebody may wait, so the choice must be there.
  const asksToAnswer = jobId !== null && !(waiting.status === 'loaded' && waiting.data.count === 0);
  const leftOut = STEPS.flatMap((step) => {
    const all = waiting.status === 'loaded' ? waiting.data.leftOut.filter((one) => one.step === step) : [];
    return all.length === 0 ? [] : [{ step, names: all.map(({ name }) => name).join(', ') }];
  });
  return (
    <Modal
      open={open}
      title={t('jobForm.close.title')}
      text={t('jobForm.close.text')}
      onClose={onCancel}
      focusOn='[type="radio"]'
      foot={
        <>
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button
            look="primary"
            disabled={reason === null}
            onClick={() => reason && onChoose({ reason, answers: answers && asksToAnswer })}
          >
            {t('jobForm.close.action')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 space-8" role="radiogroup" aria-label={t('jobForm.close.title')}>
        {CLOSE_REASONS.map((one) => (
          <label key={one} className={styles.reason}>
            <input type="radio" name="closeReason" checked={reason === one} onChange={() => setReason(one)} />
            <span>{t(`options.closeReason.${one}`)}</span>
          </label>
        ))}
      </div>
      {asksToAnswer && (
        <label className={cx(styles.reason, styles.answer)}>
          <input type="checkbox" checked={answers} onChange={({ target }) => setAnswers(target.checked)} />
          <span>
            {waiting.status === 'loaded' ? (
              <T id="jobForm.close.answer" values={{ count: waiting.data.count }} />
            ) : (
              <T id="jobForm.close.answerAll" />
            )}
            <span className={styles.hint}>
              {waiting.status === 'loading' && (
                <>
                  <T id="bulk.counting" />{' '}
                </>
              )}
              {reason && (
                <>
                  <T id={isFilledBy(reason) ? 'jobForm.close.tellsFilled' : 'jobForm.close.tellsClosed'} />{' '}
                </>
              )}
              <T id="jobForm.close.answerText" />
            </span>
            {leftOut.map(({ step, names }) => (
              <span key={step} className={styles.hint}>
                <T id={`jobForm.close.leftOut.${step}`} values={{ names }} />
              </span>
            ))}
          </span>
        </label>
      )}
    </Modal>
  );
};
