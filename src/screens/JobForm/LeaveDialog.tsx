import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { useText } from '../../ui/text';

interface LeaveDialogProps {
  open: boolean;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks whether to keep the changes on this device or discard them when the user leaves a changed form. */
export const LeaveDialog = ({ open, onStay, onKeep, onDiscard }: LeaveDialogProps) => {
  const t = useText();
  return (
    <Modal
      open={open}
      title={t('jobForm.leave.title')}
      text={t('jobForm.leave.text')}
      onClose={onStay}
      focusOn="[data-keep]"
      foot={
        <>
          <Button look="quiet" onClick={onDiscard}>
            {t('jobForm.leave.discard')}
          </Button>
          <Button onClick={onStay}>{t('jobForm.leave.stay')}</Button>
          <Button look="primary" data-keep="" onClick={onKeep}>
            {t('jobForm.leave.keep')}
          </Button>
        </>
      }
    />
  );
};
