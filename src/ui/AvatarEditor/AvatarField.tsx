import { useId, useRef, useState, type ChangeEvent } from 'react';
import { AVATAR_SIZE } from '../../../contract/constants/limits';
import { Avatar } from '../Avatar';
import { Button } from '../Button';
import { Icon } from '../icons';
import { lazyDialog } from '../lazyPart';
import { ProgressLine } from '../ProgressLine';
import { useText } from '../text';
import { PICTURE_TYPES, pictureProblem, type PictureProblem } from './picture';
import styles from './AvatarEditor.module.css';

// Only users who change their picture load the editor.
const CropModal = lazyDialog(async () => (await import('./CropModal')).CropModal, <ProgressLine />);

const SHOWN_SIZE = 96;

/** The picture is a circle of 320 px with a border of 40 px: docs/PRODUCT.md#pictures. */
const FRAME = { shape: 'circle', width: AVATAR_SIZE, height: AVATAR_SIZE, border: 40 } as const;

interface AvatarFieldProps {
  /** The name gives the initials when there is no picture. */
  name: string;
  src: string | null;
  /** A newly cropped picture, a `data:` address. */
  picture: string | null;
  label: string;
  serverError?: string;
  onChange: (picture: string) => void;
  /** Discards the new picture and keeps the old one. */
  onDrop: () => void;
}

/** Shows the avatar and lets the user choose and crop a picture, which becomes a JPEG of 320 × 320 px. */
export const AvatarField = ({ name, src, picture, label, serverError, onChange, onDrop }: AvatarFieldProps) => {
  const id = useId();
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const error = problem ? t(`ui.avatar.problem.${problem}`) : serverError;

  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Clearing the value lets the user choose the same file again.
    target.value = '';
    if (!chosen) return;
    // The dialog returns the focus to this button.
    button.current?.focus();
    const found = await pictureProblem(chosen).catch(() => 'broken' as const);
    setProblem(found);
    setFile(found ? null : chosen);
  };
  const handleDone = (next: string) => {
    setFile(null);
    onChange(next);
  };
  const handleBroken = () => {
    setFile(null);
    setProblem('broken');
  };

  return (
    <div className="row gap-20 shrinks" role="group" aria-label={label}>
      <Avatar name={name} src={picture ?? src} size={SHOWN_SIZE} />
      <div className="stack gap-8 shrinks">
        <div className="flex wrap gap-8">
          <Button
            ref={button}
            small
            aria-describedby={`${id}-hint`}
            data-invalid={serverError && ''}
            onClick={() => input.current?.click()}
          >
            {t(src || picture ? 'ui.avatar.change' : 'ui.avatar.choose')}
          </Button>
          {picture && (
            <Button small look="quiet" onClick={onDrop}>
              {t('ui.avatar.undo')}
            </Button>
          )}
        </div>
        <span className="hint" id={`${id}-hint`}>
          {t('ui.avatar.hint')}
        </span>
        {error && (
          <span className={styles.error} role="alert">
            <Icon name="warning" size={18} />
            <span>{error}</span>
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => void handleFile(event)}
      />
      {file && (
        <CropModal
          file={file}
          frame={FRAME}
          title={t('ui.avatar.crop.title')}
          text={t('ui.avatar.crop.text')}
          doneLabel={t('ui.avatar.crop.done')}
          onDone={handleDone}
          onBroken={handleBroken}
          onClose={() => setFile(null)}
        />
      )}
    </div>
  );
};
