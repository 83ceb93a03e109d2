import { useRef, useState } from 'react';
import AvatarEditor, { type AvatarEditorRef, type Position } from 'react-avatar-editor';
import { Button, IconButton } from '../Button';
import { cx } from '../cx';
import type { IconName } from '../icons';
import { Modal } from '../Modal';
import { useText } from '../text';
import { toJpeg } from './picture';
import styles from './AvatarEditor.module.css';

/** Zoom from 1 to 2 in steps of 0.01: docs/PRODUCT.md#pictures. */
const ZOOM = { min: 1, max: 2, step: 0.01 } as const;
const SHADE = [16, 19, 26, 0.6] as [number, number, number, number];
const CENTRE: Position = { x: 0.5, y: 0.5 };

/** One press moves the picture by this share of its side. */
const MOVE = 0.05;
const MOVES: readonly { icon: IconName; id: 'left' | 'up' | 'down' | 'right'; x: number; y: number }[] = [
  { icon: 'back', id: 'left', x: MOVE, y: 0 },
  { icon: 'sortUp', id: 'up', x: 0, y: MOVE },
  { icon: 'sortDown', id: 'down', x: 0, y: -MOVE },
  { icon: 'forward', id: 'right', x: -MOVE, y: 0 },
];

const within = (value: number) => Math.min(1, Math.max(0, value));

/** The size of the crop and of the shaded border around it, in pixels. */
interface CropFrame {
  shape: 'circle' | 'rectangle';
  width: number;
  height: number;
  border: number;
}

interface CropModalProps {
  file: File;
  frame: CropFrame;
  title: string;
  text: string;
  doneLabel: string;
  /** Receives a JPEG of the frame's size as a `data:` URL. */
  onDone: (picture: string) => void;
  onBroken: () => void;
  onClose: () => void;
}

/** Lets the user crop a picture: drag it or move it with buttons, and zoom with a slider. */
export const CropModal = (props: CropModalProps) => {
  const { file, frame, title, text, doneLabel, onDone, onBroken, onClose } = props;
  const { width, height, border } = frame;
  const t = useText();
  const editor = useRef<AvatarEditorRef>(null);
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  const [position, setPosition] = useState(CENTRE);
  const [isReady, setIsReady] = useState(false);
  const handleDone = () => {
    if (!editor.current || !isReady) return;
    try {
      onDone(toJpeg(editor.current.getImage(), { width, height }));
    } catch {
      onBroken();
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button look="primary" busy={!isReady} onClick={handleDone}>
        {doneLabel}
      </Button>
    </>
  );
  return (
    <Modal open wide={width > height} title={title} text={text} focusOn="input" foot={foot} onClose={onClose}>
      <div className={cx(styles.crop, frame.shape === 'circle' && styles.round)}>
        <AvatarEditor
          ref={editor}
          image={file}
          width={width}
          height={height}
          border={border}
          borderRadius={frame.shape === 'circle' ? width / 2 : 0}
          color={SHADE}
          backgroundColor="#ffffff"
          scale={zoom}
          position={position}
          onPositionChange={setPosition}
          onImageReady={() => setIsReady(true)}
          onLoadFailure={onBroken}
          style={{ width: '100%', height: 'auto' }}
        />
        <div className="row wrap in-middle gap-12-24 full">
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
          <div className="flex gap-4" role="group" aria-label={t('ui.avatar.crop.move')}>
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
