import type { FastifyReply } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { BASES } from '../../../contract/constants/http';
import { UPLOAD_MINUTES, COVER_HEIGHT, COVER_WIDTH } from '../../../contract/constants/limits';
import type { JobImageBody, JobImagePayload } from '../../../contract/schemas/jobLookups';
import { DEFAULT_JOB_IMAGE } from '../../../contract/constants/options';
import { HOUR, MINUTE } from '../../../contract/constants/time';
import { AppError, conflict, invalid, notFound, quotaExceeded, unavailable } from '../../platform/errors';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import type { Files } from '../../platform/files';
import type { Trx } from '../../platform/database/schema';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';
import * as repository from './repository';
import { type AnnouncedUpload, deleteCover, insertCover, isCoverUsed, lockStorageUse, markUsed } from './repository';
import { LIMITS } from '../../platform/limits';
import { randomHex } from '../../platform/secrets';

/** The most uploads at a time for one server, which holds each in memory, for one account and for one organisation. */
const RECEIVING_MAX = 8;
const ACCOUNT_MAX = 2;
const ORGANISATION_MAX = 4;
const RETRY_SECONDS = 2;

export const createUploadSlots = () => {
  const all = new Set<AnnouncedUpload['user']>();
  const countOf = (field: 'id' | 'organisationId', value: number) =>
    [...all].filter((user) => user[field] === value).length;
  return {
    /** Takes a slot until the response is sent or the connection breaks. Throws 503 when no slot is free. */
    acquire: ({ user }: AnnouncedUpload, reply: FastifyReply): void => {
      const isFull =
        all.size >= RECEIVING_MAX ||
        countOf('id', user.id) >= ACCOUNT_MAX ||
        countOf('organisationId', user.organisationId) >= ORGANISATION_MAX;
      if (isFull) throw unavailable(RETRY_SECONDS);
      all.add(user);
      const release = () => all.delete(user);
      reply.raw.once('finish', release);
      reply.raw.once('close', release);
    },
  };
};

/** Keeps an upload for a day, so that a form whose save failed can use it later. */
const KEPT_HOURS = 24;
/** The pause before an expired upload is removed, so that a save that began in time can finish. */
const GRACE_MS = HOUR;
const CLEANING_BATCH = 100;

const FILE_NAME = /\.(jpe?g|png)$/i;
const IMAGE_URL = /^\/uploads\/(quarantine-[0-9a-f]{32})$/;

/** Returns the text that the signature of an upload's address covers, so that no part can change later. */
const signedText = ({ key, contentType, contentLength }: Omit<repository.Upload, 'begunAt'>, expires: string) =>
  ['upload', key, contentType, contentLength, expires].join('/');

const DAY_SECONDS = 86_400;
const MEGABYTE = 1_000_000;

/**
 * Throws 429 `quota.uploads` when the organisation has too many uploads that no job took, or too little storage left
 * for the bytes.
 */
const refuseOverUploads = async (
  { clock, settings: { quotas } }: Pick<Deps, 'clock' | 'settings'>,
  trx: Trx,
  organisationId: number,
  bytes: number,
): Promise<void> => {
  const now = clock.now();
  const { parked, parkedBytes, coverBytes, nextEnd } = await lockStorageUse(trx, organisationId, now);
  const { parkedUploads, storageMegabytes } = quotas;
  const wait = nextEnd ? Math.ceil((nextEnd.getTime() - now.getTime()) / 1000) : DAY_SECONDS;
  if (parkedUploads > 0 && parked >= parkedUploads) throw quotaExceeded(ERROR_KEYS.quotaUploads, parkedUploads, wait);
  if (storageMegabytes > 0 && parkedBytes + coverBytes + bytes > storageMegabytes * MEGABYTE)
    throw quotaExceeded(ERROR_KEYS.quotaStorage, storageMegabytes, wait);
};

/**
 * Returns a signed address that accepts the bytes of a cover for ten minutes, and the address that names the cover in
 * a job.
 */
export const announceUpload = async (
  deps: Deps,
  { user, requestId }: Caller,
  { fileName, contentType, contentLength }: JobImageBody,
): Promise<JobImagePayload> => {
  if (!FILE_NAME.test(fileName)) throw invalid({ fileName: ERROR_KEYS.fieldInvalid });
  await deps.limiter.take(LIMITS.jobImage, String(user.id));
  const { db, clock, files } = deps;
  const now = clock.now();
  const key = `quarantine-${randomHex()}`;
  const expiresAt = new Date(now.getTime() + UPLOAD_MINUTES * MINUTE);
  const upload = { key, contentType, contentLength, expiresAt };
  await db.transaction().execute(async (trx) => {
    await refuseOverUploads(deps, trx, user.organisationId, contentLength);
    await repository.insertUpload(trx, user, upload, now);
    const details = { contentType, contentLength };
    await audit({ trx, clock }, userActor({ user, requestId }), 'job_upload.announced', ['job_upload', null], details);
  });
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const imageUrl = `/uploads/${key}`;
  return { uploadUrl: `${imageUrl}?e=${expires}&s=${files.sign(signedText(upload, expires))}`, imageUrl };
};

/** Returns a 410: the signed address has expired. */
const expired = () => new AppError(410, ERROR_KEYS.imageUploadMissing);

/**
 * Returns the upload of a signed address. Throws 404 for a wrong signature, 410 after ten minutes and 409 when an
 * upload has already begun.
 */
export const admitUpload = async (
  { db, clock, files }: Deps,
  { key, expires, signature }: { key: string; expires: string; signature: string },
): Promise<repository.AnnouncedUpload> => {
  const upload = await repository.findUpload(db, key);
  if (!upload || !files.isSignatureOf(signedText(upload, expires), signature)) throw notFound();
  if (Number(expires) * 1000 <= clock.now().getTime()) throw expired();
  if (upload.begunAt) throw conflict();
  return upload;
};

/** Uses the address up, whether the upload succeeds or not. Throws 409 when another upload began first. */
export const beginUpload = async ({ db, clock }: Deps, { key }: repository.AnnouncedUpload): Promise<void> => {
  if (!(await repository.markBegun(db, key, clock.now()))) throw conflict();
};

/** Stores the bytes in quarantine, which the server never serves. Throws 409 when another upload finished first. */
export const storeUpload = async (
  { db, clock, fileStore }: Deps,
  { key, contentType, user }: repository.AnnouncedUpload,
  bytes: Buffer,
  requestId: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    const keptUntil = new Date(now.getTime() + KEPT_HOURS * HOUR);
    if (!(await repository.markStored(trx, key, now, keptUntil))) throw conflict();
    await audit({ trx, clock }, userActor({ user, requestId }), 'job_upload.stored', ['job_upload', null]);
    await fileStore.put(key, { bytes, contentType });
  });

/**
 * Returns the key of an upload that a job names. Throws 400 on `image` unless it belongs to the user and is received,
 * unused and not expired.
 */
const findUsable = async ({ db, clock }: Deps, user: AuthUser, imageUrl: string): Promise<string> => {
  const key = IMAGE_URL.exec(imageUrl)?.[1];
  if (key === undefined || !(await repository.isUsable(db, user, key, clock.now()))) throw uploadMissing();
  return key;
};

/** Returns the bytes of an upload. Throws 400 on `image` when the file is missing. */
const readUpload = async ({ fileStore }: Deps, key: string): Promise<Buffer> => {
  const file = await fileStore.get(key);
  if (!file) throw uploadMissing();
  return file.bytes;
};

/** Returns a 400 on `image`: the caller has no such upload. */
const uploadMissing = () => invalid({ image: ERROR_KEYS.imageUploadMissing }, ERROR_KEYS.imageUploadMissing);

/** Returns the cover key of an upload. A retry after a failure overwrites the same file. */
const coverKeyOf = (uploadKey: string): string => uploadKey.replace(/^quarantine-/, 'cover-');

/** Removes expired uploads, both unused ones and leftovers of used ones. Returns their number. */
export const removeOldUploads = async ({ db, clock, fileStore }: Deps): Promise<number> => {
  const before = new Date(clock.now().getTime() - GRACE_MS);
  for (let total = 0; ;) {
    const ended = await repository.listEnded(db, before, CLEANING_BATCH);
    for (const { key, isUsed } of ended) {
      await fileStore.remove(key);
      if (!isUsed) await fileStore.remove(coverKeyOf(key));
    }
    await repository.deleteUploads(
      db,
      ended.map(({ key }) => key),
    );
    total += ended.length;
    if (ended.length < CLEANING_BATCH) return total;
  }
};

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
interface CoverChange {
  /** The key of the cover after the change. Null removes the cover, undefined keeps it. */
  key: string | null | undefined;
  /** Consumes the upload inside the transaction. Throws 400 on `image` when another request has used it first. */
  consumeUpload(trx: Trx): Promise<void>;
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

/** Returns the address of a job's cover, or of its placeholder picture. */
export const presentCover = (key: string | null, files: Files): string =>
  files.imageUrl(key) ?? `${BASES.dashboard}/${DEFAULT_JOB_IMAGE}.svg`;

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
