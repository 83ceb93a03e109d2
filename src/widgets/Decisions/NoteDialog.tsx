import { useId, useState, type FormEvent } from 'react';
import { DECLINE_NOTE_MAX, DECLINE_NOTE_MIN } from '../../../contract/constants/decisions';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { PlainField } from '../../ui/PlainField';
import { useText } from '../../ui/text';

interface NoteDialogProps {
  note: string;
  onSave: (note: string) => void;
  onCancel: () => void;
}

/** Asks for the words of the reason `other`. */
export const NoteDialog = ({ note, onSave, onCancel }: NoteDialogProps) => {
  const t = useText();
  const id = useId();
  const [text, setText] = useState(note);
  const [isRefused, setIsRefused] = useState(false);
  const trimmed = text.trim();
  const isShort = trimmed.length < DECLINE_NOTE_MIN;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isShort) setIsRefused(true);
    else onSave(trimmed);
  };
  return (
    <Modal
      open
      title={t('decisions.note.title')}
      text={t('decisions.note.text')}
      focusOn="input"
      onClose={onCancel}
      foot={
        <>
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="primary">
            {t('decisions.note.action')}
          </Button>
        </>
      }
    >
      <form id={id} className="space-16" noValidate onSubmit={handleSubmit}>
        <PlainField
          label={t('decisions.note.label')}
          value={text}
          maxLength={DECLINE_NOTE_MAX}
          error={isRefused && isShort && t('decisions.note.length', { min: DECLINE_NOTE_MIN })}
          onChange={setText}
        />
      </form>
    </Modal>
  );
};
