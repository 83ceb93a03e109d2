import { randomBytes } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AVATAR_SIZE } from '../../../contract/constants/limits';
import { invalid, unauthorized } from '../../platform/errors';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';
import type { Language } from '../../../contract/constants/options';
import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import type { SessionUser } from '../../../contract/schemas/session';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { presentUser, requirePasswordProof, findUser } from '../session';
import { issueRestoration, refuseTakenEmail, phoneTaken, proofMissing, throwTaken } from './registrationService';
import { mailEmailChange } from './passwordService';
import { endPasswordCodes, phoneIsTaken, consumeProof } from './codeRepository';
import { internationalPhone } from './phoneService';
import * as repository from './repository';
import { profileColumns } from './repository';
import { sha256 } from '../../platform/secrets';
import { LIMITS } from '../../platform/limits';

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

const newUploadKey = (): string => `upload-${randomBytes(16).toString('hex')}`;

interface Call {
  user: AuthUser;
  requestId: string;
}

const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a change replaces the email or the phone. Such a change needs a recent password. */
const touchesAccess = (before: repository.OwnProfile, body: ProfileUpdateBody): boolean =>
  !isSameEmail(before.email, body.email) || before.phone !== body.phone;

/** Runs the transaction of a change. Returns the key of the replaced picture. */
const change = (deps: Deps, body: ProfileUpdateBody, columns: repository.ProfileColumns, { user, requestId }: Call) =>
  deps.db
    .transaction()
    .execute(async (trx) => {
      const now = deps.clock.now();
      const before = await repository.lockOwnProfile(trx, user.id);
      if (!before) throw unauthorized();
      if (touchesAccess(before, body)) await requirePasswordProof({ db: trx, clock: deps.clock }, user);
      if (body.phone !== before.phone) {
        if (body.phoneVerifyCode === undefined) throw invalid({ phoneVerifyCode: ERROR_KEYS.fieldRequired });
        const phone = internationalPhone(body.phone, before.countryCode);
        const proof = { hash: sha256(body.phoneVerifyCode), phone, userId: user.id, now };
        if (!(await consumeProof(trx, proof))) throw proofMissing();
      }
      await refuseTakenEmail(trx, { email: body.email, exceptId: user.id, now });
      const { countryCode } = before;
      if (await phoneIsTaken(trx, { phone: body.phone, countryCode, exceptId: user.id })) throw phoneTaken();
      await repository.updateProfile(trx, user.id, columns);
      const isNewEmail = !isSameEmail(before.email, body.email);
      if (isNewEmail) {
        // Links in mails to the old address must no longer set a password.
        await endPasswordCodes(trx, user.id);
        const { email, languageCode } = before;
        const restoreCode = await issueRestoration(trx, { userId: user.id, email, now });
        const mailedTo = { before: email, after: body.email, firstName: columns.firstName, restoreCode };
        await mailEmailChange(trx, deps, { ...mailedTo, language: languageCode as Language }, now);
      }
      const details = {
        ...(isNewEmail && { emailBefore: before.email, email: body.email }),
        ...(body.phone !== before.phone && { phoneChanged: true }),
        ...(columns.imageKey !== undefined && { imageChanged: true }),
      };
      const entry = { action: 'profile.changed', subjectType: 'user', subjectId: user.id, details };
      await audit(trx, deps.clock, { kind: 'user', user, requestId }, entry);
      return before.imageKey;
    })
    .catch(throwTaken);

/**
 * Changes the caller's profile; omitted fields keep their values. Throws 403 `auth.reauthenticate` for a new email or
 * phone without a recent password; 400 on the field for an email or phone of another account, an unproven new phone,
 * an invalid picture or an unknown tax office; 429 above ten new emails a day or 20 pictures in ten minutes.
 */
export const updateProfile = async (deps: Deps, body: ProfileUpdateBody, call: Call): Promise<SessionUser> => {
  const { db, files, fileStore } = deps;
  const own = await repository.findOwnProfile(db, call.user.id);
  if (!own) throw unauthorized();
  // Checks the password before the costly picture; the transaction checks it again.
  if (touchesAccess(own, body)) await requirePasswordProof(deps, call.user);
  if (!isSameEmail(own.email, body.email)) await deps.limiter.take(LIMITS.emailAccount, String(own.id));
  const columns = { ...(await profileColumns(deps.db, body, own.countryCode)), phone: body.phone };
  if (body.image) await deps.limiter.take(LIMITS.pictureAccount, String(own.id));
  const image = body.image ? { key: newUploadKey(), bytes: await makeAvatar(body.image) } : null;
  if (image) await fileStore.put(image.key, { bytes: image.bytes, contentType: 'image/jpeg' });
  const replaced = await change(deps, body, image ? { ...columns, imageKey: image.key } : columns, call).catch(
    async (error: unknown) => {
      if (image) await fileStore.remove(image.key).catch(() => undefined);
      throw error;
    },
  );
  // The old picture has no user now. A failed removal only leaves an unused file.
  if (image && replaced?.startsWith('upload-')) await fileStore.remove(replaced).catch(() => undefined);
  const record = await findUser(db, call.user.id);
  if (!record) throw unauthorized();
  return presentUser(record, files);
};
