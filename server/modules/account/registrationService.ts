import { randomBytes } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import type { RegisterBody } from '../../../contract/schemas/account';
import type { SessionPayload } from '../../../contract/schemas/session';
import { EMAIL_RESTORE_DAYS, RESET_HOURS } from '../../../contract/constants/limits';
import { invalid, AppError } from '../../platform/errors';
import { audit } from '../../platform/audit';
import { hashPassword } from '../../platform/auth/passwords';
import { issueToken, type Client, endAllSessions } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { networkOf } from '../../platform/net';
import { parsePoint } from '../../platform/geo';
import { sha256 } from '../../platform/secrets';
import type { Db, Trx } from '../../platform/database/schema';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf } from '../../platform/outgoing/mails';
import { countryById, nearestPlace } from '../reference';
import { presentSession } from '../session';
import { recordCredits } from '../commerce';
import * as repository from './repository';
import { emailIsTaken, lockEmployer } from './repository';
import { internationalPhone } from './phoneService';
import { isProofAlive, phoneIsTaken, consumeProof, issuePasswordCode } from './codeRepository';
import { mailEmailChange, passwordLink } from './passwordService';
import { LIMITS } from '../../platform/limits';

const UNIQUE_VIOLATION = '23505';

const emailTaken = () => invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
export const phoneTaken = () => invalid({ phone: ERROR_KEYS.phoneNotUnique }, ERROR_KEYS.phoneNotUnique);
/** Throws the 400 of an email that an account has or can still get back; the unique index misses the latter. */
export const refuseTakenEmail = async (...wanted: Parameters<typeof emailIsTaken>): Promise<void> => {
  if (await emailIsTaken(...wanted)) throw emailTaken();
};
export const proofMissing = () => invalid({ phoneVerifyCode: ERROR_KEYS.phoneCodeWrong }, ERROR_KEYS.phoneCodeWrong);

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
      const actor = { kind: 'user', user: { id, organisationId, name }, requestId: visitor.requestId } as const;
      // Records the documents that the company agreed to, and the language in which it read them.
      const details = { agreement: ['user-agreement-company', 'personal-data'], language: visitor.language };
      await audit(trx, clock, actor, { action: 'company.registered', subjectType: 'user', subjectId: id, details });
      return { userId: id, token: await issueToken(trx, { userId: id, now, client: visitor.client }) };
    })
    .catch(throwTaken);
  return presentSession(deps, userId, token);
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

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
  const code = randomBytes(32).toString('base64url');
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
      const actor = {
        kind: 'user',
        user: { id: userId, organisationId, name: fullName({ firstName, lastName }) },
        requestId,
      } as const;
      const details = { emailBefore: account.email, email };
      await audit(trx, clock, actor, {
        action: 'profile.email_restored',
        subjectType: 'user',
        subjectId: userId,
        details,
      });
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
