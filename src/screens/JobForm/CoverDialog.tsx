import { useRef, useState } from 'react';
import AvatarEditor, { type AvatarEditorRef } from 'react-avatar-editor';
import { COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Slider } from '../../ui/Slider';
import { useText } from '../../ui/text';
import styles from './JobForm.module.css';

/** Zoom 1 to 2 in steps of 0.01, as whole hundredths. Spec 1, point 9. */
const ZOOM_MIN = 100;
const ZOOM_MAX = 200;
const QUALITY = 0.9;

interface CoverDialogProps {
  file: File;
  /** The cut-out as a `data:` address of a JPEG. */
  onCut: (url: string) => void;
  onBroken: () => void;
  onClose: () => void;
}

/** Cuts 688 × 352 out of a picture. */
export const CoverDialog = ({ file, onCut, onBroken, onClose }: CoverDialogProps) => {
  const t = useText();
  const editor = useRef<AvatarEditorRef>(null);
  const [zoom, setZoom] = useState(ZOOM_MIN);
  const handleCut = () => {
    const cut = editor.current?.getImageScaledToCanvas();
    if (!cut) return;
    // JPEG knows no transparency: what is clear would come out black.
    const canvas = document.createElement('canvas');
    canvas.width = COVER_WIDTH;
    canvas.height = COVER_HEIGHT;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, COVER_WIDTH, COVER_HEIGHT);
    context.drawImage(cut, 0, 0, COVER_WIDTH, COVER_HEIGHT);
    onCut(canvas.toDataURL('image/jpeg', QUALITY));
  };
  return (
    <Modal
      open
      wide
      title={t('jobForm.coverTitle')}
      text={t('jobForm.coverText')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="primary" onClick={handleCut}>
            {t('jobForm.coverUse')}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <AvatarEditor
          ref={editor}
          image={file}
          width={COVER_WIDTH}
          height={COVER_HEIGHT}
          border={0}
          borderRadius={0}
          scale={zoom / ZOOM_MIN}
          style={{ width: '100%', height: 'auto' }}
          onLoadFailure={onBroken}
        />
      </div>
      <Slider
        label={t('jobForm.zoom')}
        value={[zoom]}
        min={ZOOM_MIN}
        max={ZOOM_MAX}
        thumbLabels={[t('jobForm.zoom')]}
        textOf={([value]) => t('jobForm.zoomValue', { percent: value })}
        onChange={([value]) => setZoom(value ?? ZOOM_MIN)}
      />
    </Modal>
  );
};
