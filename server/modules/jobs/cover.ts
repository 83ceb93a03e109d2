import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import { invalid } from '../../platform/errors';
import { remakePicture, type PictureRules } from '../../platform/pictures/remakePicture';

const RULES: PictureRules = {
  formats: ['jpeg', 'png'],
  failOn: 'error',
  // What is small as a file may be huge unpacked.
  pixelsMax: 16_000_000,
  width: COVER_WIDTH,
  height: COVER_HEIGHT,
  quality: 84,
};

/**
 * The JPEG of 688 × 352 that is stored for the bytes that `read` answers when the decoder is free. 400 on `image` unless they
 * are a whole JPEG or PNG, whatever the file's name says.
 */
export const makeCover = async (read: () => Promise<Buffer | null>): Promise<Buffer> => {
  const cover = await remakePicture(read, RULES);
  if (!cover) throw invalid({ image: ERROR_KEYS.imageInvalid }, ERROR_KEYS.imageInvalid);
  return cover;
};
