import { randomBytes } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AVATAR_SIZE } from '../../../contract/constants/limits';
import { invalid } from '../../platform/errors';

/**
 * `/9j/` is base64 of the bytes that begin every JPEG. The decoder knows some twenty formats and looks into each by itself: a
 * drawing of 5 kB keeps it at work for seconds before it says what it is.
 */
const DATA_URL = /^(?:data:image\/jpeg;base64,)?(\/9j\/[A-Za-z0-9+/]+={0,2})$/;
/**
 * Largest picture that is decoded, in pixels: what is small as a file may be huge unpacked, and a progressive one is held
 * whole, at six bytes a pixel. The dashboard sends 102,400.
 */
const PIXELS_MAX = 1_000_000;
const QUALITY = 88;

const invalidImage = () => invalid({ image: ERROR_KEYS.imageInvalid }, ERROR_KEYS.imageInvalid);

/**
 * The JPEG of 320 × 320 that is stored, made anew from what was sent (base64, with or without `data:`): nothing of the
 * file that came is kept, neither its metadata nor what may hide behind the picture. 400 on `image` unless it is a whole JPEG.
 */
export const makeAvatar = async (image: string): Promise<Buffer> => {
  const content = DATA_URL.exec(image)?.[1];
  if (content === undefined) throw invalidImage();
  // Loaded with the first picture: it takes memory that an idle server does without.
  const { default: sharp } = await import('sharp');
  // No picture comes twice.
  sharp.cache(false);
  try {
    const source = sharp(Buffer.from(content, 'base64'), { failOn: 'warning', limitInputPixels: PIXELS_MAX });
    const { format } = await source.metadata();
    if (format !== 'jpeg') throw invalidImage();
    return await source
      .rotate()
      .resize(AVATAR_SIZE, AVATAR_SIZE, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    throw invalidImage();
  }
};

/** A random name for an uploaded picture. */
export const newUploadKey = (): string => `upload-${randomBytes(16).toString('hex')}`;
