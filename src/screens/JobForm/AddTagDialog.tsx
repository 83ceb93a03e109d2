import { useState } from 'react';
import { TAG_MAX } from '../../../contract/constants/limits';
import { selectJobLookups, tagSubmitted } from '../../domains/jobs';
import { useAppDispatch, useFields } from '../../store/hooks';
import { PlainField } from '../../ui/PlainField';
import { useText } from '../../ui/text';
import { AdditionDialog } from './AdditionDialog';

interface AddTagDialogProps {
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** Adds a tag, or chooses an existing tag of that name. */
export const AddTagDialog = ({ onAdded, onClose }: AddTagDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { newTag } = useFields(selectJobLookups, 'newTag');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const handleSubmit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') dispatch(tagSubmitted({ name: name.trim() }));
  };
  return (
    <AdditionDialog
      id="new-tag"
      title={t('jobForm.addTag')}
      addition={newTag}
      onSubmit={handleSubmit}
      onAdded={onAdded}
      onClose={onClose}
    >
      <PlainField
        label={t('jobForm.tagName')}
        value={name}
        maxLength={TAG_MAX}
        error={missing ? t('jobForm.errors.tagName') : undefined}
        onChange={(value) => {
          setName(value);
          setMissing(false);
        }}
      />
    </AdditionDialog>
  );
};
