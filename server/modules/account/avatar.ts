import { randomBytes } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AVATAR_SIZE } from '../../../contract/constants/limits';
import { invalid } from '../../platform/errors';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';

/** Every JPEG begins with bytes whose base64 is `/9j/`. */
const DATA_URL = /^(?:data:image\/jpeg;base64,)?(\/9j\/[A-Za-z0-9+/]+={0,2})$/;
const RULES: PictureRules = {
  formats: ['jpeg'],
  failOn: 'warning',
  // A small file can hold a huge picture. The dashboard sends 102,400 pixels.
  pixelsMax: 1_000_000,
  width: AVATAR_SIZE,
  height: AVATAR_SIZE,
  quality: 88,
};

/**
 * Returns the stored JPEG of 320 × 320 pixels for a picture in base64, with or without `data:`. Throws 400 on `image`
 * unless it is a whole JPEG.
 */
export const makeAvatar = async (image: string): Promise<Buffer> => {
  const content = DATA_URL.exec(image)?.[1];
  const avatar = content && (await reencodePicture(async () => Buffer.from(content, 'base64'), RULES));
  if (!avatar) throw invalid({ image: ERROR_KEYS.imageInvalid }, ERROR_KEYS.imageInvalid);
  return avatar;
};

export const newUploadKey = (): string => `upload-${randomBytes(16).toString('hex')}`;
