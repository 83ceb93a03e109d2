import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import type { ProfileUpdateBody } from '../../../contract/schemas/account';
import type { SessionUser } from '../../../contract/schemas/session';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Deps } from '../../platform/deps';
import { invalid, unauthorized } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { countryByCode, nearestPlace } from '../reference';
import { presentUser, requirePasswordProof, findUser } from '../session';
import { parsePoint } from '../../platform/geo';
import { makeAvatar, newUploadKey } from './avatar';
import { issueRestoration } from './emailRestorationService';
import { tellEmailChange } from './invitationService';
import { endPasswordCodes } from './passwordCodeRepository';
import { hashProof, internationalPhone } from './phone';
import { phoneIsTaken, takeProof } from './phoneRepository';
import * as repository from './repository';
import { emailTaken, phoneTaken, proofMissing, toTaken } from './uniqueness';

const trimmed = (text: string | null): string | null => text?.trim() || null;

/** Sent only where companies have tax offices (spec 1, point 3); elsewhere what is sent is refused rather than lost. */
const taxColumns = async ({ db }: Deps, { taxOffice, taxOfficeNumber }: ProfileUpdateBody, countryCode: string) => {
  const isActive = countryByCode(countryCode)?.countryAttributes.taxOfficeActive === true;
  if (!isActive && taxOffice) throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  if (!isActive && taxOfficeNumber) throw invalid({ taxOfficeNumber: ERROR_KEYS.fieldInvalid });
  if (taxOffice && !(await repository.taxOfficeExists(db, taxOffice)))
    throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  return {
    ...(taxOffice !== undefined && { tax_office_id: taxOffice }),
    ...(taxOfficeNumber !== undefined && { tax_office_number: trimmed(taxOfficeNumber) }),
  };
};

const columnsOf = async (
  deps: Deps,
  body: ProfileUpdateBody,
  countryCode: string,
): Promise<repository.ProfileColumns> => {
  const point = parsePoint(body.location, 'location');
  const { commercialTitle, website, companyAddress } = body;
  return {
    first_name: body.firstName.trim(),
    last_name: body.lastName.trim(),
    email: body.email,
    phone: body.phone,
    ...point,
    location_name: nearestPlace(point)?.name ?? null,
    ...(commercialTitle !== undefined && { commercial_title: trimmed(commercialTitle) }),
    ...(website !== undefined && { website: trimmed(website) }),
    ...(companyAddress !== undefined && { company_address: trimmed(companyAddress) }),
    ...(await taxColumns(deps, body, countryCode)),
  };
};

/**
 * Other emails that one account may ask for in a day. Each one tells whether it is taken, and the change back would send a mail
 * with a name of the sender's choice to whom the address belongs.
 */
export const EMAIL_LIMIT: LimitRule = { name: 'email-account', points: 10, seconds: 86_400 };

/** Pictures that one account may have decoded in ten minutes: a server decodes one at a time, for everybody. */
const PICTURE_LIMIT: LimitRule = { name: 'picture-account', points: 20, seconds: 600 };

interface Call {
  user: AuthUser;
  requestId: string;
}

const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a change touches what opens the account; such a change needs a recent password. */
const touchesAccess = (before: repository.OwnProfile, body: ProfileUpdateBody): boolean =>
  !isSameEmail(before.email, body.email) || before.phone !== body.phone;

/** The transaction of a change; answers the key of the picture that it replaced. */
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
        const proof = { hash: hashProof(body.phoneVerifyCode), phone, userId: user.id, now };
        if (!(await takeProof(trx, proof))) throw proofMissing();
      }
      if (await repository.emailIsTaken(trx, { email: body.email, exceptId: user.id, now })) throw emailTaken();
      const { countryCode } = before;
      if (await phoneIsTaken(trx, { phone: body.phone, countryCode, exceptId: user.id })) throw phoneTaken();
      await repository.updateProfile(trx, user.id, columns);
      const isNewEmail = !isSameEmail(before.email, body.email);
      if (isNewEmail) {
        // Links in mails to the old address must not set a password any more.
        await endPasswordCodes(trx, user.id);
        const { email, languageCode } = before;
        const restoreCode = await issueRestoration(trx, { userId: user.id, email, now });
        const told = { before: email, after: body.email, firstName: columns.first_name, restoreCode };
        await tellEmailChange(trx, deps, { ...told, language: languageCode as Language }, now);
      }
      const details = {
        ...(isNewEmail && { emailBefore: before.email, email: body.email }),
        ...(body.phone !== before.phone && { phoneChanged: true }),
        ...(columns.image_key !== undefined && { imageChanged: true }),
      };
      const entry = { action: 'profile.changed', subjectType: 'user', subjectId: user.id, details };
      await audit(trx, deps.clock, { kind: 'user', user, requestId }, entry);
      return before.imageKey;
    })
    .catch(toTaken);

/**
 * Changes the caller's profile. 403 `auth.reauthenticate` for another email or phone unless the password was given a moment ago;
 * 400 on the field: an email or phone that another account has, a changed phone that was not
 * proven, a picture that is none, an unknown tax office. 429 over ten other emails a day or
 * 20 pictures in ten minutes. Fields that are left out stay as they are.
 */
export const updateProfile = async (deps: Deps, body: ProfileUpdateBody, call: Call): Promise<SessionUser> => {
  const { db, files, fileStore } = deps;
  const own = await repository.findOwnProfile(db, call.user.id);
  if (!own) throw unauthorized();
  // Before a picture is decoded and stored; the change itself looks again.
  if (touchesAccess(own, body)) await requirePasswordProof(deps, call.user);
  if (!isSameEmail(own.email, body.email)) await deps.limiter.take(EMAIL_LIMIT, String(own.id));
  const columns = await columnsOf(deps, body, own.countryCode);
  if (body.image) await deps.limiter.take(PICTURE_LIMIT, String(own.id));
  const image = body.image ? { key: newUploadKey(), bytes: await makeAvatar(body.image) } : null;
  if (image) await fileStore.put(image.key, { bytes: image.bytes, contentType: 'image/jpeg' });
  const replaced = await change(deps, body, image ? { ...columns, image_key: image.key } : columns, call).catch(
    async (error: unknown) => {
      if (image) await fileStore.remove(image.key).catch(() => undefined);
      throw error;
    },
  );
  // The old picture is nobody's now; one that stays behind harms nobody.
  if (image && replaced?.startsWith('upload-')) await fileStore.remove(replaced).catch(() => undefined);
  const record = await findUser(db, call.user.id);
  if (!record) throw unauthorized();
  return presentUser(record, files);
};
