import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useField } from 'formik';
import { COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import { selectJobForm } from '../../domains/jobs';
import { useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazyPart';
import { FailureText, RetryButton } from '../../ui/State';
import { useText } from '../../ui/text';
import { PICTURE_TYPES, pictureProblem, type PictureProblem } from '../../ui/AvatarEditor/picture';
import { useErrorText } from '../../ui/TextField';
import { Icon } from '../../ui/icons';
import { coverOf } from './cover';
import type { CoverValue } from './values';
import styles from './JobForm.module.css';
import fieldStyles from '../../ui/Field.module.css';

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
    <p className="alarming size-14" role="alert">
      {upload.error.quota ? (
        <FailureText failure={upload.error} />
      ) : (
        <span>{t(failedStep === 'address' ? 'jobForm.errors.uploadAddress' : 'jobForm.errors.uploadFile')}</span>
      )}{' '}
      <RetryButton small onClick={onRetry} />
    </p>
  );
};

const CropModal = lazyDialog(async () => (await import('../../ui/AvatarEditor/CropModal')).CropModal);

/** The size of the cover: docs/PRODUCT.md#job-cover. */
const FRAME = { shape: 'rectangle', width: COVER_WIDTH, height: COVER_HEIGHT, border: 0 } as const;

/** The cover of the job, cropped by the user; `savedCover` is the cover that the job already has. */
export const CoverField = ({ savedCover }: { savedCover: CoverValue | null }) => {
  const id = useId();
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [{ value }, , { setValue }] = useField<CoverValue | null>('cover');
  const serverError = useErrorText('cover');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = '';
    if (!chosen) return;
    // The dialog returns the focus to this button.
    button.current?.focus();
    const wrong = await pictureProblem(chosen).catch(() => 'broken' as const);
    setProblem(wrong);
    setFile(wrong ? null : chosen);
  };
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={`${id}-label`}>
        {t('jobForm.cover')}
      </span>
      <img
        className={styles.cover}
        src={coverOf(value)}
        alt={t('jobForm.coverAlt')}
        width={COVER_WIDTH}
        height={COVER_HEIGHT}
      />
      <div className="flex wrap gap-8">
        <input
          ref={input}
          id={id}
          type="file"
          accept={PICTURE_TYPES}
          className="visually-hidden"
          aria-labelledby={`${id}-label`}
          tabIndex={-1}
          onChange={(event) => void handleFile(event)}
        />
        <Button
          ref={button}
          small
          icon="edit"
          data-field="cover"
          data-invalid={serverError && ''}
          onClick={() => input.current?.click()}
        >
          {t(value ? 'jobForm.coverChange' : 'jobForm.coverChoose')}
        </Button>
        {value?.isNew && (
          <Button small look="quiet" onClick={() => void setValue(savedCover)}>
            {t('jobForm.coverRemove')}
          </Button>
        )}
      </div>
      <span className="hint">{t('jobForm.coverHint')}</span>
      {(problem ?? serverError) && (
        <span className={fieldStyles.error} role="alert">
          <Icon name="warning" size={18} />
          <span>{problem ? t(`ui.avatar.problem.${problem}`) : serverError}</span>
        </span>
      )}
      {file && (
        <CropModal
          file={file}
          frame={FRAME}
          title={t('jobForm.coverTitle')}
          text={t('jobForm.coverText')}
          doneLabel={t('jobForm.coverUse')}
          onDone={(url) => {
            void setValue({ url, isNew: true });
            setFile(null);
          }}
          onBroken={() => {
            setProblem('broken');
            setFile(null);
          }}
          onClose={() => setFile(null)}
        />
      )}
    </div>
  );
};
