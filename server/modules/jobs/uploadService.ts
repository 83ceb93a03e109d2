import { randomBytes } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { UPLOAD_MINUTES } from '../../../contract/constants/limits';
import type { JobImageBody, JobImagePayload } from '../../../contract/schemas/jobForm';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Deps } from '../../platform/deps';
import { AppError, conflict, invalid, notFound } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { refuseOverUploads } from './quotaService';
import * as repository from './uploadRepository';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A form whose first saving failed finds its cover still there a day later. */
const KEPT_HOURS = 24;
/** A saving that began before an upload ended has long ended when the upload is cleared away. */
const GRACE_MS = HOUR_MS;
const CLEANING_BATCH = 100;

/** Covers that one user may announce in ten minutes. */
export const IMAGE_LIMIT: LimitRule = { name: 'job-image', points: 30, seconds: 600 };

const FILE_NAME = /\.(jpe?g|png)$/i;
const IMAGE_URL = /^\/uploads\/(quarantine-[0-9a-f]{32})$/;

/** What the signature of an upload's address says: nothing of it can be changed afterwards. */
const signedText = ({ key, contentType, contentLength }: Omit<repository.Upload, 'begunAt'>, expires: string) =>
  ['upload', key, contentType, contentLength, expires].join('/');

/** An address to which the bytes of a cover are PUT within ten minutes, and the one by which a job names them. */
export const announceUpload = async (
  deps: Deps,
  { user, requestId }: { user: AuthUser; requestId: string },
  { fileName, contentType, contentLength }: JobImageBody,
): Promise<JobImagePayload> => {
  if (!FILE_NAME.test(fileName)) throw invalid({ fileName: ERROR_KEYS.fieldInvalid });
  await deps.limiter.take(IMAGE_LIMIT, String(user.id));
  const { db, clock, files } = deps;
  const now = clock.now();
  const key = `quarantine-${randomBytes(16).toString('hex')}`;
  const expiresAt = new Date(now.getTime() + UPLOAD_MINUTES * MINUTE_MS);
  const upload = { key, contentType, contentLength, expiresAt };
  await db.transaction().execute(async (trx) => {
    await refuseOverUploads(deps, trx, user.organisationId, contentLength);
    await repository.insertUpload(trx, user, upload, now);
    const details = { contentType, contentLength };
    const entry = { action: 'job_upload.announced', subjectType: 'job_upload', subjectId: null, details };
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
  });
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const imageUrl = `/uploads/${key}`;
  return { uploadUrl: `${imageUrl}?e=${expires}&s=${files.sign(signedText(upload, expires))}`, imageUrl };
};

/** 410: the address served until a moment that has passed. */
const expired = () => new AppError(410, ERROR_KEYS.imageUploadMissing);

/**
 * The upload that a signed address is for. 404 for one that nobody signed, 410 after its ten minutes, 409 when an upload
 * began already.
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

/** Uses the address up, whatever comes of the upload: 409 when another one began before. */
export const beginUpload = async ({ db, clock }: Deps, { key }: repository.AnnouncedUpload): Promise<void> => {
  if (!(await repository.markBegun(db, key, clock.now()))) throw conflict();
};

/** Keeps the bytes in quarantine: nobody is served them. 409 when others came first. */
export const storeUpload = async (
  { db, clock, fileStore }: Deps,
  { key, contentType, user }: repository.AnnouncedUpload,
  bytes: Buffer,
  requestId: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    const keptUntil = new Date(now.getTime() + KEPT_HOURS * HOUR_MS);
    if (!(await repository.markStored(trx, key, now, keptUntil))) throw conflict();
    const entry = { action: 'job_upload.stored', subjectType: 'job_upload', subjectId: null };
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
    await fileStore.put(key, { bytes, contentType });
  });

/** The key of an upload that a job names: the user's own, come, not used, not too old; else 400 on `image`. */
export const findUsable = async ({ db, clock }: Deps, user: AuthUser, imageUrl: string): Promise<string> => {
  const key = IMAGE_URL.exec(imageUrl)?.[1];
  if (key === undefined || !(await repository.isUsable(db, user, key, clock.now()))) throw uploadMissing();
  return key;
};

/** The bytes of an upload; 400 on `image` when they have gone. */
export const readUpload = async ({ fileStore }: Deps, key: string): Promise<Buffer> => {
  const file = await fileStore.get(key);
  if (!file) throw uploadMissing();
  return file.bytes;
};

/** 400 on `image`: there is no such upload of the caller's. */
export const uploadMissing = () => invalid({ image: ERROR_KEYS.imageUploadMissing }, ERROR_KEYS.imageUploadMissing);

/** The name of the cover that is made of an upload: a try that failed is overwritten by the next one. */
export const coverKeyOf = (uploadKey: string): string => uploadKey.replace(/^quarantine-/, 'cover-');

/** Clears away uploads that ended: what no job took, and what was left of those that one did. Answers how many. */
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
