import { avatarSvg } from '../../demo/avatar';
import type { FileStore } from '../../platform/fileStore/fileStore';

const KEY = /^(avatar|upload)-([0-9a-f]{32})$/;
/** Side of the photo in the PDF, in pixels. */
const SIDE = 320;
const PIXELS_MAX = 25_000_000;

/**
 * The worker's photo as a JPEG, by its key alone: one of our own files, or the demo's drawn portrait. Null where there
 * is none or it cannot be read; no address is ever fetched.
 */
export const cvPhoto = async (fileStore: FileStore, imageKey: string | null): Promise<Buffer | null> => {
  const [, kind, seed] = KEY.exec(imageKey ?? '') ?? [];
  if (!kind || !seed || imageKey === null) return null;
  const source = kind === 'avatar' ? Buffer.from(avatarSvg(seed)) : (await fileStore.get(imageKey))?.bytes;
  if (!source) return null;
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  try {
    return await sharp(source, { limitInputPixels: PIXELS_MAX })
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88 })
      .toBuffer();
  } catch {
    return null;
  }
};
