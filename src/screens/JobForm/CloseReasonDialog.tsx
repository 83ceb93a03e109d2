import { useState } from 'react';
import { CLOSE_REASONS } from '../../../contract/constants/options';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import styles from './JobForm.module.css';

type CloseReason = (typeof CLOSE_REASONS)[number];

interface CloseReasonDialogProps {
  open: boolean;
  /** Applications that nobody has opened yet. */
  waiting: number;
  onChoose: (reason: CloseReason) => void;
  onCancel: () => void;
}

/** Asks why a job closes and saves it with the reason: docs/PRODUCT.md#closing-a-job. */
export const CloseReasonDialog = ({ open, waiting, onChoose, onCancel }: CloseReasonDialogProps) => {
  const t = useText();
  const [reason, setReason] = useState<CloseReason | null>(null);
  return (
    <Modal
      open={open}
      title={t('jobForm.close.title')}
      text={t('jobForm.close.text')}
      onClose={onCancel}
      focusOn="input"
      foot={
        <>
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button look="primary" disabled={reason === null} onClick={() => reason && onChoose(reason)}>
            {t('jobForm.close.action')}
          </Button>
        </>
      }
    >
      {waiting > 0 && (
        <p className={styles.note}>
          <T id="jobForm.close.waiting" values={{ count: waiting }} />
        </p>
      )}
      <div className={styles.reasons} role="radiogroup" aria-label={t('jobForm.close.title')}>
        {CLOSE_REASONS.map((one) => (
          <label key={one} className={styles.reason}>
            <input type="radio" name="closeReason" checked={reason === one} onChange={() => setReason(one)} />
            <span>{t(`options.closeReason.${one}`)}</span>
          </label>
        ))}
      </div>
    </Modal>
  );
};
