import { useEffect, useState, type FormEvent } from 'react';
import { TAG_MAX } from '../../../contract/constants/limits';
import { additionReset, selectJobLookups, tagSubmitted } from '../../domains/jobs';
import { useAppDispatch, useFields } from '../../store/hooks';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { PlainField } from '../../ui/PlainField';
import { useText } from '../../ui/text';
import { AdditionProblem } from './AdditionProblem';

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
  useEffect(() => {
    dispatch(additionReset());
    return () => void dispatch(additionReset());
  }, [dispatch]);
  const added = newTag.status === 'loaded' ? newTag.data : null;
  useEffect(() => {
    if (added !== null) onAdded(added);
  }, [added, onAdded]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the submit to the surrounding job form, which must not submit.
    event.stopPropagation();
    setMissing(name.trim() === '');
    if (name.trim() !== '') dispatch(tagSubmitted({ name: name.trim() }));
  };
  return (
    <Modal
      open
      title={t('jobForm.addTag')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="primary" type="submit" form="new-tag" busy={newTag.status === 'loading'}>
            {t('jobForm.add')}
          </Button>
        </>
      }
    >
      <form id="new-tag" onSubmit={handleSubmit} noValidate>
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
      </form>
      <AdditionProblem addition={newTag} />
    </Modal>
  );
};
