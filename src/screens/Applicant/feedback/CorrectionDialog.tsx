import { useState } from 'react';
import { COMMENT_MAX } from '../../../../contract/constants/limits';
import { ConfirmDialog } from '../../../ui/Modal';
import { PlainField } from '../../../ui/PlainField';
import { useText } from '../../../ui/text';

interface CorrectionDialogProps {
  /** What is recorded, such as "offer declined". */
  answer: string;
  name: string;
  isTold: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Says what the removal of an answer does, and offers to give a reason. */
export const CorrectionDialog = ({ answer, name, isTold, onConfirm, onCancel }: CorrectionDialogProps) => {
  const t = useText();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title={t('feedback.correct.title')}
      text={t(isTold ? 'feedback.correct.told' : 'feedback.correct.untold', { answer, name })}
      action={t('feedback.correct.action')}
      onConfirm={() => onConfirm(reason)}
      onCancel={onCancel}
    >
      <div className="space-16">
        <PlainField label={t('feedback.correct.reason')} maxLength={COMMENT_MAX} value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  );
};
