import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { makeCover } from './cover';
import { presentCover } from './presenter';
import { coverKeyOf, findUsable, readUpload, uploadMissing } from './uploads';
import { markUsed } from './uploadsRepository';

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
  if (image === null) return { key: null, take: nothing, settle: (previous) => remove(deps, previous) };
  const upload = await findUsable(deps, user, image);
  const key = coverKeyOf(upload);
  const bytes = await makeCover(() => readUpload(deps, upload));
  await deps.fileStore.put(key, { bytes, contentType: CONTENT_TYPE });
  return {
    key,
    take: async (trx) => {
      if (!(await markUsed(trx, user, upload, deps.clock.now()))) throw uploadMissing();
    },
    settle: async (previous) => {
      await remove(deps, upload);
      await remove(deps, previous);
    },
  };
};

/** The same picture under a new name; null where there is none. */
export const copyCover = async ({ fileStore }: Deps, key: string | null): Promise<string | null> => {
  // Those of the demo are drawn from their name: no file lies behind it, and two jobs may have the same.
  if (key?.startsWith('scene-')) return key;
  const file = key === null ? null : await fileStore.get(key);
  if (!file) return null;
  const copy = `cover-${randomBytes(16).toString('hex')}`;
  await fileStore.put(copy, file);
  return copy;
};
