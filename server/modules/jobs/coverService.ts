import type { Transaction } from 'kysely';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { makeCover } from './cover';
import { presentCover } from './presenter';
import { coverIsShown, forgetCover, noteCover } from './coverRepository';
import { coverKeyOf, findUsable, readUpload, uploadMissing } from './uploadService';
import { markUsed } from './uploadRepository';

const CONTENT_TYPE = 'image/jpeg';

/** What a body says of the cover, made ready before the transaction: decoding a picture is no work for a held lock. */
export interface CoverChange {
  /** The key of the cover after the change; null: none; undefined: as it is. */
  key: string | null | undefined;
  /** In the transaction: uses the upload up. 400 on `image` when somebody was faster. */
  take(trx: Transaction<Database>): Promise<void>;
  /** After the commit: removes what nobody needs any more. What fails here is cleared away by the clock. */
  settle(previous: string | null): Promise<void>;
}

const remove = async ({ fileStore }: Deps, key: string | null): Promise<void> => {
  if (key !== null) await fileStore.remove(key).catch(() => undefined);
};

/**
 * Removes a cover that no job shows any more: copies of a job share one file. A copy is made of a locked job, so that a cover
 * that is found unused stays unused. What fails here leaves a file that nobody is served.
 */
export const removeCover = async (deps: Deps, key: string | null): Promise<void> => {
  const isUnused = key?.startsWith('cover-') && !(await coverIsShown(deps.db, key).catch(() => true));
  if (!isUnused || key === null) return;
  await remove(deps, key);
  await forgetCover(deps.db, key).catch(() => undefined);
};

const nothing = async () => undefined;

/** Without the signature, which is another one each day. */
const pathOf = (url: string): string | undefined => url.split('?')[0];

/**
 * The change of the cover that `image` asks for: the `imageUrl` of an upload puts that one in, null takes it away; the
 * address of the cover that is there, and none, leave it. 400 on `image` for what is no upload of the user's, or no picture.
 */
export const prepareCover = async (
  deps: Deps,
  user: AuthUser,
  image: string | null | undefined,
  current: string | null,
): Promise<CoverChange> => {
  if (image === undefined || (image !== null && pathOf(image) === pathOf(presentCover(current, deps.files))))
    return { key: undefined, take: nothing, settle: nothing };
  if (image === null) return { key: null, take: nothing, settle: (previous) => removeCover(deps, previous) };
  const upload = await findUsable(deps, user, image);
  const key = coverKeyOf(upload);
  const bytes = await makeCover(() => readUpload(deps, upload));
  await deps.fileStore.put(key, { bytes, contentType: CONTENT_TYPE });
  return {
    key,
    take: async (trx) => {
      const now = deps.clock.now();
      if (!(await markUsed(trx, user, upload, now))) throw uploadMissing();
      await noteCover(trx, { key, organisationId: user.organisationId, bytes: bytes.length }, now);
    },
    settle: async (previous) => {
      await remove(deps, upload);
      await removeCover(deps, previous);
    },
  };
};
