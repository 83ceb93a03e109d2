import { useState } from 'react';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { cvRequested, dialogClosed, dialogOpened, selectExports } from '../../domains/exports';
import { selectLanguage } from '../../domains/preferences';
import { useAppDispatch, useAppSelector, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazyPart';
import { Select } from '../../ui/Select';
import { useText } from '../../ui/text';
import styles from './exports.module.css';

const CvMailDialog = lazyDialog(async () => (await import('./CvMailDialog')).CvMailDialog);

interface CvActionsProps {
  applicationId: number;
  jobId: number;
  fullName: string;
}

/** Buttons for the applicant's CV as a PDF or by email, in one of the three languages. */
export const CvActions = ({ applicationId, jobId, fullName }: CvActionsProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { dialog, cvDownloads } = useFields(selectExports, 'dialog', 'cvDownloads');
  const language = useAppSelector(selectLanguage);
  const [chosen, setChosen] = useState<Language | null>(null);
  const languageCode = chosen ?? language;
  const options = LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }));
  return (
    <div className={styles.cv}>
      <Select
        label={t('exports.cv.language')}
        labelHidden
        className={styles.language}
        value={languageCode}
        options={options}
        onChange={(value) => setChosen(value as Language)}
      />
      <Button
        icon="download"
        busy={cvDownloads[applicationId]?.status === 'loading'}
        onClick={() => dispatch(cvRequested({ applicationId, fullName, languageCode }))}
      >
        {t('exports.cv.download')}
      </Button>
      <Button icon="mail" onClick={() => dispatch(dialogOpened({ dialog: 'cvMail' }))}>
        {t('exports.cv.mail')}
      </Button>
      {dialog === 'cvMail' && (
        <CvMailDialog
          applicationId={applicationId}
          jobId={jobId}
          fullName={fullName}
          languageCode={languageCode}
          options={options}
          onClose={() => dispatch(dialogClosed())}
        />
      )}
    </div>
  );
};
