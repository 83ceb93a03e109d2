import { AVATAR_MAX } from '../../../contract/constants/limits';

/** The file types that the file dialog offers: docs/PRODUCT.md#pictures. */
export const PICTURE_TYPES = '.jpg,.jpeg,.png,image/jpeg,image/png';

/** Files over 15 MB are rejected without reading them: phone pictures are smaller, and decoding takes memory. */
const PICTURE_MAX_BYTES = 15 * 1024 * 1024;

/** A picture with a side below this many pixels shows no face. */
const PICTURE_MIN_SIDE = 32;

export type PictureProblem = 'type' | 'size' | 'broken' | 'small';

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);
const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const decodes = (url: string): Promise<PictureProblem | null> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(Math.min(image.naturalWidth, image.naturalHeight) < PICTURE_MIN_SIDE ? 'small' : null);
    image.onerror = () => resolve('broken');
    image.src = url;
  });

/**
 * Returns what is wrong with a chosen file, or null if it is a drawable JPEG or PNG by its name and its first bytes.
 */
export const pictureProblem = async (file: File): Promise<PictureProblem | null> => {
  if (!/\.(jpe?g|png)$/i.test(file.name)) return 'type';
  if (file.size > PICTURE_MAX_BYTES) return 'size';
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (!startsWith(head, JPEG) && !startsWith(head, PNG)) return 'broken';
  const url = URL.createObjectURL(file);
  try {
    return await decodes(url);
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** JPEG qualities, best first; the first one that is small enough to send is used. */
const QUALITIES = [0.92, 0.85, 0.75, 0.6, 0.4];

/**
 * Returns a crop as a JPEG of this size in pixels, as a `data:` URL of at most 700,000 characters so that drafts can
 * store it. Transparent parts become white. Throws when drawing fails.
 */
export const toJpeg = (crop: HTMLCanvasElement, { width, height }: { width: number; height: number }): string => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(crop, 0, 0, width, height);
  const tries = QUALITIES.map((quality) => () => canvas.toDataURL('image/jpeg', quality));
  for (const draw of tries) {
    const picture = draw();
    if (picture.length <= AVATAR_MAX) return picture;
  }
  return canvas.toDataURL('image/jpeg', 0.2);
};
