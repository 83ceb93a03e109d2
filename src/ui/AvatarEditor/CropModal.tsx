import { useRef, useState } from 'react';
import AvatarEditor, { type AvatarEditorRef, type Position } from 'react-avatar-editor';
import { AVATAR_SIZE } from '../../../contract/constants/limits';
import { Button, IconButton } from '../Button';
import type { IconName } from '../icons';
import { Modal } from '../Modal';
import { useText } from '../text';
import { toAvatar } from './picture';
import styles from './AvatarEditor.module.css';

/** Spec 1, point 9: a circle of 320 px with a border of 40, zoom 1 to 2 in steps of 0.01. */
const BORDER = 40;
const ZOOM = { min: 1, max: 2, step: 0.01 } as const;
const SHADE = [16, 19, 26, 0.6] as [number, number, number, number];
const CENTRE: Position = { x: 0.5, y: 0.5 };

/** One press moves the picture by this part of its side. */
const MOVE = 0.05;
const MOVES: readonly { icon: IconName; id: 'left' | 'up' | 'down' | 'right'; x: number; y: number }[] = [
  { icon: 'back', id: 'left', x: MOVE, y: 0 },
  { icon: 'sortUp', id: 'up', x: 0, y: MOVE },
  { icon: 'sortDown', id: 'down', x: 0, y: -MOVE },
  { icon: 'forward', id: 'right', x: -MOVE, y: 0 },
];

const within = (value: number) => Math.min(1, Math.max(0, value));

interface CropModalProps {
  file: File;
  /** Given a JPEG of 320 × 320 px as a `data:` address. */
  onDone: (picture: string) => void;
  onBroken: () => void;
  onClose: () => void;
}

/** Chooses the part of a picture that becomes the avatar: by dragging or by the buttons, and a slider for the zoom. */
export const CropModal = ({ file, onDone, onBroken, onClose }: CropModalProps) => {
  const t = useText();
  const editor = useRef<AvatarEditorRef>(null);
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  const [position, setPosition] = useState(CENTRE);
  const [isReady, setIsReady] = useState(false);
  const handleDone = () => {
    if (!editor.current || !isReady) return;
    try {
      onDone(toAvatar(editor.current.getImage()));
    } catch {
      onBroken();
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button look="primary" busy={!isReady} onClick={handleDone}>
        {t('ui.avatar.crop.done')}
      </Button>
    </>
  );
  return (
    <Modal
      open
      title={t('ui.avatar.crop.title')}
      text={t('ui.avatar.crop.text')}
      focusOn="input"
      foot={foot}
      onClose={onClose}
    >
      <div className={styles.crop}>
        <AvatarEditor
          ref={editor}
          image={file}
          width={AVATAR_SIZE}
          height={AVATAR_SIZE}
          border={BORDER}
          borderRadius={AVATAR_SIZE / 2}
          color={SHADE}
          backgroundColor="#ffffff"
          scale={zoom}
          position={position}
          onPositionChange={setPosition}
          onImageReady={() => setIsReady(true)}
          onLoadFailure={onBroken}
          style={{ width: '100%', height: 'auto' }}
        />
        <div className={styles.tools}>
          <label className={styles.zoom}>
            <span>{t('ui.avatar.crop.zoom')}</span>
            <input
              type="range"
              {...ZOOM}
              value={zoom}
              aria-valuetext={t('ui.avatar.crop.zoomValue', { percent: Math.round(zoom * 100) })}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
          <div className={styles.moves} role="group" aria-label={t('ui.avatar.crop.move')}>
            {MOVES.map(({ icon, id, x, y }) => (
              <IconButton
                key={id}
                small
                icon={icon}
                label={t(`ui.avatar.crop.${id}`)}
                onClick={() => setPosition((at) => ({ x: within(at.x + x), y: within(at.y + y) }))}
              />
            ))}
          </div>
        </div>
      </div>
    </Modal>
  );
};
