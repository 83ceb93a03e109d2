import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { invalid } from '../../platform/errors';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';
import { presentCover } from './presenter';
import { isCoverUsed, deleteCover, insertCover } from './coverRepository';
import { coverKeyOf, findUsable, readUpload, uploadMissing } from './uploadService';
import { markUsed } from './uploadRepository';

const CONTENT_TYPE = 'image/jpeg';

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

/** The cover that a body sets, prepared before the transaction: decoding a picture must not hold a lock. */
export interface CoverChange {
  /** The key of the cover after the change. Null removes the cover, undefined keeps it. */
  key: string | null | undefined;
  /** Consumes the upload inside the transaction. Throws 400 on `image` when another request has used it first. */
  consumeUpload(trx: Transaction<Database>): Promise<void>;
  /** Removes the unneeded files after the commit. A scheduled task removes those where this fails. */
  removeOldFiles(previous: string | null): Promise<void>;
}

const remove = async ({ fileStore }: Deps, key: string | null): Promise<void> => {
  if (key !== null) await fileStore.remove(key).catch(() => undefined);
};

/**
 * Removes a cover that no job shows, because copies of a job share one file. A job is copied under its lock, so an
 * unused cover stays unused. A failed removal leaves a file that the server never serves.
 */
export const removeCover = async (deps: Deps, key: string | null): Promise<void> => {
  const isUnused = key?.startsWith('cover-') && !(await isCoverUsed(deps.db, key).catch(() => true));
  if (!isUnused || key === null) return;
  await remove(deps, key);
  await deleteCover(deps.db, key).catch(() => undefined);
};

const noop = async () => undefined;

/** Drops the signature, which changes every day. */
const pathOf = (url: string): string | undefined => url.split('?')[0];

/**
 * Prepares the cover change that `image` requests: the `imageUrl` of an upload sets it, null removes it, the current
 * address or no value keeps it. Throws 400 on `image` for anything but an upload of the user that is a picture.
 */
export const prepareCover = async (
  deps: Deps,
  user: AuthUser,
  image: string | null | undefined,
  current: string | null,
): Promise<CoverChange> => {
  if (image === undefined || (image !== null && pathOf(image) === pathOf(presentCover(current, deps.files))))
    return { key: undefined, consumeUpload: noop, removeOldFiles: noop };
  if (image === null)
    return { key: null, consumeUpload: noop, removeOldFiles: (previous) => removeCover(deps, previous) };
  const upload = await findUsable(deps, user, image);
  const key = coverKeyOf(upload);
  const bytes = await makeCover(() => readUpload(deps, upload));
  await deps.fileStore.put(key, { bytes, contentType: CONTENT_TYPE });
  return {
    key,
    consumeUpload: async (trx) => {
      const now = deps.clock.now();
      if (!(await markUsed(trx, user, upload, now))) throw uploadMissing();
      await insertCover(trx, { key, organisationId: user.organisationId, bytes: bytes.length }, now);
    },
    removeOldFiles: async (previous) => {
      await remove(deps, upload);
      await removeCover(deps, previous);
    },
  };
};
