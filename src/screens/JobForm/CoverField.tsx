import { Suspense, lazy, useId, useRef, useState, type ChangeEvent } from 'react';
import { useField } from 'formik';
import { Button } from '../../ui/Button';
import { useErrorText } from '../../ui/fieldError';
import fieldStyles from '../../ui/Field.module.css';
import { Icon } from '../../ui/icons';
import { useText } from '../../ui/text';
import { UploadState } from './UploadState';
import type { CoverValue } from './values';
import styles from './JobForm.module.css';

const CoverDialog = lazy(async () => ({ default: (await import('./CoverDialog')).CoverDialog }));

/** Types that the picture may have, and its size in bytes before cropping. Spec 1, point 9. */
const TYPES = ['image/jpeg', 'image/png'];
const SOURCE_MAX = 20_000_000;

/** The picture over the posting, cut out by the user. */
export const CoverField = () => {
  const id = useId();
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [{ value }, , { setValue }] = useField<CoverValue | null>('cover');
  const serverError = useErrorText('cover');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<'type' | 'size' | 'broken' | null>(null);
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = '';
    if (!chosen) return;
    const wrong = !TYPES.includes(chosen.type) ? 'type' : chosen.size > SOURCE_MAX ? 'size' : null;
    setProblem(wrong);
    setFile(wrong ? null : chosen);
  };
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={`${id}-label`}>
        {t('jobForm.cover')}
      </span>
      {value && <img className={styles.cover} src={value.url} alt={t('jobForm.coverAlt')} width={688} height={352} />}
      <div className={styles.coverTools}>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".jpg,.jpeg,.png"
          className="visually-hidden"
          aria-labelledby={`${id}-label`}
          tabIndex={-1}
          onChange={handleFile}
        />
        <Button small icon="edit" onClick={() => input.current?.click()}>
          {t(value ? 'jobForm.coverChange' : 'jobForm.coverChoose')}
        </Button>
        {value?.isNew && (
          <Button small look="quiet" onClick={() => void setValue(null)}>
            {t('jobForm.coverRemove')}
          </Button>
        )}
      </div>
      <span className={fieldStyles.hint}>{t('jobForm.coverHint')}</span>
      {(problem ?? serverError) && (
        <span className={fieldStyles.error} role="alert">
          <Icon name="warning" size={18} />
          <span>{problem ? t(`jobForm.errors.cover.${problem}`) : serverError}</span>
        </span>
      )}
      <UploadState />
      {file && (
        <Suspense>
          <CoverDialog
            file={file}
            onCut={(url) => {
              void setValue({ url, isNew: true });
              setFile(null);
            }}
            onBroken={() => {
              setProblem('broken');
              setFile(null);
            }}
            onClose={() => setFile(null)}
          />
        </Suspense>
      )}
    </div>
  );
};
