import { avatarSvg } from '../../platform/illustrations/avatar';
import type { FileStore } from '../../platform/ports/fileStore';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';

const KEY = /^(avatar|upload)-([0-9a-f]{32})$/;
/** Width and height of the photo in the PDF, in pixels. */
const SIDE = 320;
const SIZE = { width: SIDE, height: SIDE, quality: 88 };
const UPLOADED: PictureRules = { ...SIZE, formats: ['jpeg'], failOn: 'warning', pixelsMax: 1_000_000 };
const DRAWN: PictureRules = { ...UPLOADED, formats: ['svg'] };

/**
 * Returns the worker's photo as a JPEG, from a stored file or from the demo's drawn portrait. Returns null when it is
 * missing or unreadable. It never fetches a URL.
 */
export const cvPhoto = async (fileStore: Pick<FileStore, 'get'>, imageKey: string | null): Promise<Buffer | null> => {
  const [, kind, seed] = KEY.exec(imageKey ?? '') ?? [];
  if (!kind || !seed || imageKey === null) return null;
  const photo =
    kind === 'avatar'
      ? reencodePicture(async () => Buffer.from(avatarSvg(seed)), DRAWN)
      : reencodePicture(async () => (await fileStore.get(imageKey))?.bytes ?? null, UPLOADED);
  // A CV without its photo is better than none when the file store is down or the image queue is full.
  return photo.catch(() => null);
};
