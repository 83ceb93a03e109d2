import { AVATAR_MAX } from '../../../contract/constants/limits';

/** What the file dialog offers. Spec 1, point 9. */
export const PICTURE_TYPES = '.jpg,.jpeg,.png,image/jpeg,image/png';

/** Files over 15 MB are refused unread: phones' pictures are smaller, and decoding takes memory. */
const PICTURE_MAX_BYTES = 15 * 1024 * 1024;

/** Less than this many pixels on a side shows no face. */
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

/** What is wrong with a chosen file; null for a JPEG or PNG (by its name and by its first bytes) that can be drawn. */
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

/** Tried from the best on until the picture is short enough to be sent. */
const QUALITIES = [0.92, 0.85, 0.75, 0.6, 0.4];

/**
 * A crop as a JPEG of exactly this size in pixels, a `data:` address of at most 700,000 characters, so that drafts with
 * it can be stored; white where it was clear. Throws where nothing can be drawn.
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
