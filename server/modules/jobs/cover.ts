import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import { invalid } from '../../platform/errors';

/** Largest picture that is decoded, in pixels: what is small as a file may be huge unpacked. */
const PIXELS_MAX = 16_000_000;
const QUALITY = 84;
const FORMATS: readonly (string | undefined)[] = ['jpeg', 'png'];
/**
 * How every JPEG and every PNG begins. The decoder knows some twenty formats and looks into each by itself: a drawing of 5 kB
 * keeps it at work for seconds before it says what it is.
 */
const BEGINNINGS = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])];

const invalidImage = () => invalid({ image: ERROR_KEYS.imageInvalid }, ERROR_KEYS.imageInvalid);

/**
 * The JPEG of 688 × 352 that is stored, made anew from the bytes that came: nothing of the file is kept, neither its
 * metadata nor what may hide behind the picture. 400 on `image` unless it is a whole JPEG or PNG, whatever its name says.
 */
export const makeCover = async (bytes: Buffer): Promise<Buffer> => {
  if (!BEGINNINGS.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning))) throw invalidImage();
  // Loaded with the first picture: it takes memory that an idle server does without.
  const { default: sharp } = await import('sharp');
  try {
    const source = sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX });
    const { format } = await source.metadata();
    if (!FORMATS.includes(format)) throw invalidImage();
    return await source
      .rotate()
      .resize(COVER_WIDTH, COVER_HEIGHT, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    throw invalidImage();
  }
};
