import { setTimeout as wait } from 'node:timers/promises';
import { BASES } from '../../../contract/constants/http';
import { fullName } from '../../../contract/constants/text';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { RESET_HOURS, EMAIL_RESTORE_DAYS, INVITATION_DAYS } from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import type { ForgetPasswordBody, ResetPasswordBody } from '../../../contract/schemas/account';
import { Email } from '../../../contract/schemas/common';
import { DAY, HOUR } from '../../../contract/constants/time';
import type { Settings } from '../../platform/settings';
import { audit, userActor, type Actor } from '../../platform/audit';
import { hashPassword } from '../../platform/auth/passwords';
import { endAllSessions, endSession, type TokenReuse } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { AppError, invalid } from '../../platform/errors';
import { matches } from '../../platform/http/validation';
import { networkOf } from '../../platform/net';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf } from '../../platform/outgoing/mails';
import type { Trx } from '../../platform/database/schema';
import { clearAttempts, deviceOf, findUserAgent } from '../session';
import { endPasswordCodes, issuePasswordCode, ownerOfPasswordCode, takePasswordCode } from './codeRepository';
import * as repository from './repository';
import { findEmployer } from './repository';
import { LIMITS } from '../../platform/limits';

type Address = Pick<Settings, 'publicUrl'>;

/**
 * Returns the link to the page that sets a password. It uses the configured address and never the Host header, so that
 * mailed links lead to this server.
 */
export const passwordLink = ({ publicUrl }: Address, code: string): string =>
  `${publicUrl}${BASES.dashboard}/reset-password/${code}`;

const signInLink = ({ publicUrl }: Address): string => `${publicUrl}${BASES.dashboard}/login`;

const restoreEmailLink = ({ publicUrl }: Address, code: string): string =>
  `${publicUrl}${BASES.dashboard}/restore-email/${code}`;

/** Every response takes at least this long, so that its duration does not reveal whether a mail was sent. */
export const ANSWER_MS = 150;

const actorOf = ({ id, organisationId, firstName, lastName }: repository.MailRecipient, requestId: string): Actor =>
  userActor({ user: { id, organisationId, name: fullName({ firstName, lastName }) }, requestId });

const mailLink = (deps: Deps, email: string, requestId: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const found = await repository.lockEmployerByEmail(trx, email);
    const actor = { kind: 'visitor', organisationId: found?.organisationId ?? null, requestId } as const;
    await audit({ trx, clock: deps.clock }, actor, 'password.forgotten', ['user', found?.id ?? null]);
    if (!found) return;
    const now = deps.clock.now();
    const code = await issuePasswordCode(trx, { userId: found.id, purpose: 'reset', now, life: RESET_HOURS * HOUR });
    const values = { name: found.firstName, hours: RESET_HOURS };
    const link = passwordLink(deps.settings, code);
    const language = found.languageCode as Language;
    await enqueue(trx, now, mailOf('reset', { to: found.email, language, link, values }));
  });

/**
 * Mails a link to set a new password. An unknown address and an address with too many mails get the same response
 * after the same time. Throws 400 for a malformed address and 429 for a network with too many requests.
 */
export const forgetPassword = async (
  deps: Deps,
  { email: typed }: ForgetPasswordBody,
  { address, requestId }: { address: string; requestId: string },
): Promise<void> => {
  const email = typed.trim();
  if (!matches(Email, email)) throw invalid({ email: ERROR_KEYS.mailInvalid }, ERROR_KEYS.mailInvalid);
  await deps.limiter.take(LIMITS.forgetNetwork, networkOf(address));
  const answerable = wait(ANSWER_MS);
  const mayMail = await deps.limiter.take(LIMITS.forgetAccount, email.toLowerCase()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (mayMail) await mailLink(deps, email, requestId);
  await answerable;
};

const unknownToken = () => new AppError(404, ERROR_KEYS.invalidToken);

/** Throws 404 for an expired or unknown link. */
export const checkToken = async ({ db, clock }: Deps, token: string): Promise<void> => {
  if ((await ownerOfPasswordCode(db, token, clock.now())) === undefined) throw unknownToken();
};

/**
 * Sets a password by a link and ends every session of the account. An invited person sets the first password this way.
 * The link works once. Throws 400 on both fields when they differ and 404 for an invalid link.
 */
export const resetPassword = async (
  deps: Deps,
  token: string,
  { firstPassword, secondPassword }: ResetPasswordBody,
  { address, requestId }: { address: string; requestId: string },
): Promise<void> => {
  const { db, clock, settings } = deps;
  const key = ERROR_KEYS.passwordsDiffer;
  if (firstPassword !== secondPassword) throw invalid({ firstPassword: key, secondPassword: key }, key);
  await checkToken(deps, token);
  const passwordHash = await hashPassword(firstPassword);
  const account = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const userId = await ownerOfPasswordCode(trx, token, now);
    const found = userId === undefined ? undefined : await repository.lockEmployer(trx, userId);
    if (!found || !(await takePasswordCode(trx, token))) throw unknownToken();
    await repository.setPassword(trx, found.id, passwordHash);
    await endAllSessions(trx, found.id);
    await endPasswordCodes(trx, found.id);
    await audit({ trx, clock }, actorOf(found, requestId), 'password.set', ['user', found.id]);
    const language = found.languageCode as Language;
    const mail = { to: found.email, language, link: signInLink(settings), values: { name: found.firstName } };
    await enqueue(trx, now, mailOf('passwordChanged', mail));
    return found;
  });
  // Lets the owner of the mailbox sign in at once, however often a stranger guessed before.
  await clearAttempts(deps, account.email, address);
};

interface Invitation {
  userId: number;
  email: string;
  firstName: string;
  organisationName: string;
  language: Language;
}

/**
 * Creates a link for the first password and queues the mail in the given transaction. The link is valid for seven
 * days; older ones stop working.
 */
export const invite = async (
  trx: Trx,
  { settings }: Pick<Deps, 'settings'>,
  { userId, email, firstName, organisationName, language }: Invitation,
  now: Date,
): Promise<void> => {
  const code = await issuePasswordCode(trx, { userId, purpose: 'invitation', now, life: INVITATION_DAYS * DAY });
  const values = { name: firstName, organisation: organisationName, days: INVITATION_DAYS };
  const link = passwordLink(settings, code);
  await enqueue(trx, now, mailOf('invitation', { to: email, language, link, values }));
};

interface EmailChange {
  before: string;
  after: string;
  firstName: string;
  language: Language;
  /** The code of the link that restores the old email; null when the old address gets none. */
  restoreCode: string | null;
}

/** Mails the old address that the account has a new email, and how to undo that for seven days. */
export const mailEmailChange = (
  trx: Trx,
  { settings }: Pick<Deps, 'settings'>,
  { before, after, firstName, language, restoreCode }: EmailChange,
  now: Date,
): Promise<void> => {
  const values = { name: firstName, email: after, days: EMAIL_RESTORE_DAYS };
  const mail = { to: before, language, values };
  return enqueue(
    trx,
    now,
    restoreCode === null
      ? mailOf('emailChanged', { ...mail, link: signInLink(settings) })
      : mailOf('emailRestorable', { ...mail, link: restoreEmailLink(settings, restoreCode) }),
  );
};

/** Ends a session whose replaced token was used again, and mails the owner when two people share the session. */
export const endReusedSession = (deps: Deps, reuse: TokenReuse, requestId: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const { sessionId, userId, organisationId, isShared } = reuse;
    const userAgent = await findUserAgent(trx, sessionId);
    // Another request has just ended it and mailed the owner.
    if (!(await endSession(trx, sessionId))) return;
    const actor = { kind: 'visitor', organisationId, requestId } as const;
    await audit({ trx, clock: deps.clock }, actor, 'session.token_reused', ['user', userId], { isShared });
    const owner = await findEmployer(trx, userId);
    if (!isShared || !owner) return;
    const values = { name: owner.firstName, device: deviceOf(userAgent) ?? 'none' };
    const language = owner.languageCode as Language;
    const mail = mailOf('sessionReused', { to: owner.email, language, link: signInLink(deps.settings), values });
    await enqueue(trx, deps.clock.now(), mail);
  });
