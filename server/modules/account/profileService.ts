import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import type { RegisterBody, ProfileUpdateBody } from '../../../contract/schemas/account';
import type { SessionPayload, SessionUser } from '../../../contract/schemas/session';
import { EMAIL_RESTORE_DAYS, RESET_HOURS, AVATAR_SIZE } from '../../../contract/constants/limits';
import { DAY, HOUR } from '../../../contract/constants/time';
import { invalid, AppError, unauthorized } from '../../platform/errors';
import { audit, userActor } from '../../platform/audit';
import { hashPassword } from '../../platform/auth/passwords';
import { newToken, issueToken, endAllSessions, type Client, type Caller } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { networkOf } from '../../platform/net';
import { parsePoint } from '../../platform/geo';
import { randomHex, sha256 } from '../../platform/secrets';
import type { Db, Trx } from '../../platform/database/schema';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf } from '../../platform/outgoing/mails';
import { countryById, nearestPlace } from '../reference';
import { presentSession, presentUser, requirePasswordProof, findUser } from '../session';
import { recordCredits } from '../commerce';
import * as repository from './repository';
import { emailIsTaken, lockEmployer, profileColumns } from './repository';
import { internationalPhone } from './phoneCodeService';
import { isProofAlive, phoneIsTaken, consumeProof, issuePasswordCode, endPasswordCodes } from './codeRepository';
import { mailEmailChange, passwordLink } from './passwordService';
import { LIMITS } from '../../platform/limits';
import type { PictureRules } from '../../platform/pictures/decoder';
import { reencodePicture } from '../../platform/pictures/reencodePicture';

const UNIQUE_VIOLATION = '23505';

const emailTaken = () => invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
const phoneTaken = () => invalid({ phone: ERROR_KEYS.phoneNotUnique }, ERROR_KEYS.phoneNotUnique);
/** Throws the 400 of an email that an account has or can still get back; the unique index misses the latter. */
export const refuseTakenEmail = async (...wanted: Parameters<typeof emailIsTaken>): Promise<void> => {
  if (await emailIsTaken(...wanted)) throw emailTaken();
};
const proofMissing = () => invalid({ phoneVerifyCode: ERROR_KEYS.phoneCodeWrong }, ERROR_KEYS.phoneCodeWrong);

/**
 * Turns a violation of the unique index into the 400 of a taken email or phone, so that a simultaneous request fails
 * like a later one.
 */
export const throwTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION && constraint === 'users_email') throw emailTaken();
  if (code === UNIQUE_VIOLATION && constraint === 'users_phone') throw phoneTaken();
  throw error;
};

interface Visitor {
  client: Client & { address: string };
  language: Language;
  requestId: string;
}

/**
 * Registers a company: creates its organisation, its account and a session. Throws 400 on the field for an unknown
 * country, an impossible or unproven phone, and an email or phone that is taken. It reveals a taken one only after a
 * valid proof.
 */
export const registerCompany = async (deps: Deps, body: RegisterBody, visitor: Visitor): Promise<SessionPayload> => {
  const { db, clock, limiter, settings } = deps;
  await limiter.take(LIMITS.registerNetwork, networkOf(visitor.client.address));
  const country = countryById(body.country);
  if (!country) throw invalid({ country: ERROR_KEYS.fieldInvalid });
  const { countryCode } = country;
  const phone = internationalPhone(body.phone, countryCode);
  const point = parsePoint(body.location, 'location');
  const now = clock.now();
  const proof = { hash: sha256(body.phoneVerifyCode), phone, userId: null, now };
  if (!(await isProofAlive(db, proof))) throw proofMissing();
  await limiter.take(LIMITS.registerPhone, phone);
  await refuseTakenEmail(db, { email: body.email, exceptId: null, now });
  if (await phoneIsTaken(db, { phone: body.phone, countryCode, exceptId: null })) throw phoneTaken();

  const passwordHash = await hashPassword(body.password);
  const { userId, token } = await db
    .transaction()
    .execute(async (trx) => {
      if (!(await consumeProof(trx, proof))) throw proofMissing();
      const company: repository.NewCompany = {
        companyName: body.companyName.trim(),
        firstName: body.firstName.trim(),
        lastName: body.lastName.trim(),
        email: body.email,
        passwordHash,
        phone: body.phone,
        countryCode,
        languageCode: visitor.language,
        ...point,
        locationName: nearestPlace(point)?.name ?? null,
      };
      const { id, organisationId } = await repository.insertCompany(trx, company, now);
      const { signupCredits: amount } = settings;
      if (amount > 0) await recordCredits(trx, now, { organisationId, userId: id, amount, kind: 'signup' });
      const name = fullName(company);
      const actor = userActor({ user: { id, organisationId, name }, requestId: visitor.requestId });
      // Records the documents that the company agreed to, and the language in which it read them.
      const details = { agreement: ['user-agreement-company', 'personal-data'], language: visitor.language };
      await audit({ trx, clock }, actor, 'company.registered', ['user', id], details);
      return { userId: id, token: await issueToken(trx, { userId: id, now, client: visitor.client }) };
    })
    .catch(throwTaken);
  return presentSession(deps, userId, token);
};

/**
 * Creates a code of 256 random bits that restores the email for seven days. Returns null while an older code is valid:
 * after the changes A → B → C only address A can restore the account, so a thief gains nothing by changing the email
 * twice.
 */
export const issueRestoration = async (
  trx: Trx,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<string | null> => {
  if (await repository.hasRestoration(trx, userId, now)) return null;
  const code = newToken();
  const expiresAt = new Date(now.getTime() + EMAIL_RESTORE_DAYS * DAY);
  const row = { codeHash: sha256(code), userId, email, createdAt: now, expiresAt };
  await repository.insertRestoration(trx, row);
  return code;
};

const find = async (db: Db, code: string, now: Date) => {
  const found = await repository.findRestoration(db, sha256(code), now);
  if (!found) throw new AppError(404, ERROR_KEYS.invalidToken);
  return found;
};

/** Returns the email that a link restores. Throws 404 for an expired or unknown link. */
export const restorableEmail = async ({ db, clock }: Deps, code: string): Promise<string> =>
  (await find(db, code, clock.now())).email;

/**
 * Reverts an email change with the link mailed to the old address. The link works once. Every session ends, the
 * password stops working because a thief may know it, and the old address gets a link to set a new one. Throws 404 for
 * an invalid link and 400 for an address that another account has.
 */
export const restoreEmail = async (deps: Deps, code: string, requestId: string): Promise<void> => {
  const { db, clock, settings } = deps;
  await db
    .transaction()
    .execute(async (trx) => {
      const now = clock.now();
      const { userId } = await find(trx, code, now);
      const account = await lockEmployer(trx, userId);
      // Of two simultaneous requests, the second finds the link used up here.
      const { email } = await find(trx, code, now);
      if (!account) throw new AppError(404, ERROR_KEYS.invalidToken);
      await repository.restoreEmail(trx, userId, email);
      await endAllSessions(trx, userId);
      await repository.endMailedLinks(trx, userId);
      const { firstName, lastName, organisationId } = account;
      const language = account.languageCode as Language;
      const user = { id: userId, organisationId, name: fullName({ firstName, lastName }) };
      const details = { emailBefore: account.email, email };
      await audit({ trx, clock }, userActor({ user, requestId }), 'profile.email_restored', ['user', userId], details);
      await mailEmailChange(
        trx,
        deps,
        { before: account.email, after: email, firstName, language, restoreCode: null },
        now,
      );
      const link = passwordLink(
        settings,
        await issuePasswordCode(trx, { userId, purpose: 'reset', now, life: RESET_HOURS * HOUR }),
      );
      const values = { name: firstName, hours: RESET_HOURS };
      await enqueue(trx, now, mailOf('emailRestored', { to: email, language, link, values }));
    })
    .catch(throwTaken);
};

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

const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns whether a change replaces the email or the phone, which needs a recent password. */
const touchesAccess = (before: repository.OwnProfile, body: ProfileUpdateBody): boolean =>
  !isSameEmail(before.email, body.email) || before.phone !== body.phone;

/** Runs the transaction of a change. Returns the key of the replaced picture. */
const change = (deps: Deps, body: ProfileUpdateBody, columns: repository.ProfileColumns, { user, requestId }: Caller) =>
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
      const actor = userActor({ user, requestId });
      await audit({ trx, clock: deps.clock }, actor, 'profile.changed', ['user', user.id], details);
      return before.imageKey;
    })
    .catch(throwTaken);

/**
 * Changes the caller's profile; omitted fields keep their values. Throws 403 `auth.reauthenticate` for a new email or
 * phone without a recent password; 400 on the field for an email or phone of another account, an unproven new phone,
 * an invalid picture or an unknown tax office; 429 above ten new emails a day or 20 pictures in ten minutes.
 */
export const updateProfile = async (deps: Deps, body: ProfileUpdateBody, call: Caller): Promise<SessionUser> => {
  const { db, files, fileStore } = deps;
  const own = await repository.findOwnProfile(db, call.user.id);
  if (!own) throw unauthorized();
  // Checks the password before the costly picture; the transaction checks it again.
  if (touchesAccess(own, body)) await requirePasswordProof(deps, call.user);
  if (!isSameEmail(own.email, body.email)) await deps.limiter.take(LIMITS.emailAccount, String(own.id));
  const columns = { ...(await profileColumns(deps.db, body, own.countryCode)), phone: body.phone };
  if (body.image) await deps.limiter.take(LIMITS.pictureAccount, String(own.id));
  const image = body.image ? { key: `upload-${randomHex()}`, bytes: await makeAvatar(body.image) } : null;
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
