import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import { invalid } from '../../platform/errors';
import { reencodePicture, type PictureRules } from '../../platform/pictures/reencodePicture';

const RULES: PictureRules = {
  formats: ['jpeg', 'png'],
  failOn: 'error',
  // A small file may still be a huge image once decoded.
  pixelsMax: 16_000_000,
  width: COVER_WIDTH,
  height: COVER_HEIGHT,
  quality: 84,
};

/**
 * Returns the 688 × 352 JPEG of the bytes that `read` returns when the decoder is free. Throws 400 on `image` unless
 * the bytes are a whole JPEG or PNG, whatever the file name says.
 */
export const makeCover = async (read: () => Promise<Buffer | null>): Promise<Buffer> => {
  const cover = await reencodePicture(read, RULES);
  if (!cover) throw invalid({ image: ERROR_KEYS.imageInvalid }, ERROR_KEYS.imageInvalid);
  return cover;
};
