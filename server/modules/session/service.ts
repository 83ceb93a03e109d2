import Bowser from 'bowser';
import type { Language } from '../../../contract/constants/options';
import { GRANT_LEVELS, USER_TYPES } from '../../../contract/constants/roles';
import type { UserSession } from '../../../contract/schemas/account';
import type { SessionUser, ReauthenticateBody, LoginBody, SessionPayload } from '../../../contract/schemas/session';
import type { Files } from '../../platform/files';
import { COUNTRIES, countryByCode } from '../reference';
import * as repository from './repository';
import type { SignInRecord, UserRecord, Credentials } from './repository';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { PASSWORD_PROOF_MINUTES } from '../../../contract/constants/limits';
import { audit, userActor, type Actor } from '../../platform/audit';
import {
  type AuthUser,
  endSession,
  type Session,
  issueToken,
  rotateToken,
  touchSession,
  type Client,
} from '../../platform/auth/tokens';
import { verifyPassword, arePasswordsBusy, countAsWaiting } from '../../platform/auth/passwords';
import type { Db, Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { forbidden, invalid, notFound, unauthorized } from '../../platform/errors';
import { giveBackAll, takeAll } from '../../platform/limiter';
import { networkOf } from '../../platform/net';
import { LIMITS } from '../../platform/limits';
import { fullName } from '../../../contract/constants/text';
import { DAY, MINUTE } from '../../../contract/constants/time';
import { readSubscription } from '../../platform/ports/senders';
import { isKnownBrowser, knownBrowserOf, checkLoginLimits, requireWorkFromUnknown } from './loginLimits';

const LANGUAGES: Record<Language, { id: number; languageName: string }> = {
  tr: { id: 1, languageName: 'Türkçe' },
  en: { id: 2, languageName: 'English' },
  es: { id: 3, languageName: 'Español' },
};

/**
 * Returns an account's country with the centre of its maps. The first offered country replaces one that is no longer
 * offered.
 */
const countryOf = (code: string): SessionUser['country'] => {
  const { id, countryCode, latitude, longitude } = countryByCode(code) ?? COUNTRIES[0]!;
  return { id, country_code: countryCode, latitude, longitude };
};

export const presentUser = (record: UserRecord, files: Files): SessionUser => {
  const { latitude, longitude, userType, jobs, applications, shortLists } = record;
  const location = latitude === null || longitude === null ? null : { latitude, longitude, name: record.locationName };
  const languageCode: Language = record.languageCode in LANGUAGES ? (record.languageCode as Language) : 'en';
  const hasOwnJobs = userType === 'branch' || userType === 'company';
  return {
    id: record.id,
    userType,
    grantLevel: GRANT_LEVELS[userType],
    organisationId: record.organisationId,
    companyName: record.companyName,
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    imageUrl: files.imageUrl(record.imageKey),
    about: record.about,
    phone: record.phone,
    location,
    geoLocation: location ? [location] : [],
    ...(hasOwnJobs && { counts: { jobs, applications, shortLists } }),
    taxOffice:
      record.taxOfficeId === null || record.taxOfficeName === null
        ? null
        : { id: record.taxOfficeId, name: record.taxOfficeName },
    taxOfficeNumber: record.taxOfficeNumber,
    website: record.website,
    commercialTitle: record.commercialTitle,
    companyAddress: record.companyAddress,
    dashboardAccess: record.dashboardAccess,
    jobCreationBalance: record.jobCreationBalance,
    language: { ...LANGUAGES[languageCode], languageCode, isActive: true },
    country: countryOf(record.countryCode),
    activeJobCount: record.activeJobs,
    personalFilters: record.personalFilters,
    offlineReading: record.offlineReading,
    peopleBoxCredential: record.peopleBoxStatus === null ? null : { status: record.peopleBoxStatus },
  };
};

/** Returns the device of a user agent, such as "Chrome, Windows"; null for an unknown one. */
export const deviceOf = (userAgent: string | null): string | null => {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ') || null;
};

const presentSignIn = (record: SignInRecord, currentSessionId: string): UserSession => ({
  id: record.id,
  createdAt: record.createdAt.toISOString(),
  lastSeenAt: record.lastSeenAt.toISOString(),
  device: deviceOf(record.userAgent),
  address: record.address,
  isCurrent: record.sessionId === currentSessionId,
});

/**
 * Throws 403 `auth.reauthenticate` unless the user gave the password in this session within the last ten minutes
 * (docs/API.md#sensitive-changes).
 */
export const requirePasswordProof = async (
  { db, clock }: { db: Db | Trx; clock: Deps['clock'] },
  { sessionId }: Pick<AuthUser, 'sessionId'>,
): Promise<void> => {
  const provedAt = await repository.findPasswordProof(db, sessionId);
  const age = provedAt ? clock.now().getTime() - provedAt.getTime() : Infinity;
  if (age > PASSWORD_PROOF_MINUTES * MINUTE) throw forbidden(ERROR_KEYS.reauthenticate);
};

/**
 * Records a repeated password for this session. Throws 400 on `password` for a wrong one and 429 after ten wrong ones.
 */
export const reauthenticate = async (
  { db, clock, limiter }: Deps,
  user: AuthUser,
  { password }: ReauthenticateBody,
  { address, requestId }: { address: string; requestId: string },
): Promise<void> => {
  const account = String(user.id);
  const network = networkOf(address);
  const points = [
    { rule: LIMITS.reauthenticateNetwork, key: network },
    { rule: LIMITS.reauthenticateAccount, key: account },
  ];
  // Takes all points or none, so that an exhausted account does not use up the points of its network.
  await takeAll(limiter, points);
  const passwordHash = await repository.findPasswordHash(db, user.id);
  const isRight = await verifyPassword(passwordHash, password, { rank: 0, network }).catch(async (error: unknown) => {
    // The password was not checked, so the attempt does not count.
    await giveBackAll(limiter, points);
    throw error;
  });
  await db.transaction().execute(async (trx) => {
    if (isRight) await repository.setPasswordProof(trx, user.sessionId, clock.now());
    const action = isRight ? 'session.reauthenticated' : 'session.reauthentication_refused';
    await audit({ trx, clock }, userActor({ user, requestId }), action, ['user', user.id]);
  });
  if (!isRight) throw invalid({ password: ERROR_KEYS.wrongCredentials }, ERROR_KEYS.wrongCredentials);
  await Promise.all([
    limiter.clear(LIMITS.reauthenticateAccount, account),
    limiter.giveBack(LIMITS.reauthenticateNetwork, network),
  ]);
};

/**
 * Returns why an account may not sign in, or null when it may. Callers ask only after a right password. Workers use
 * another product, unknown roles may use none, and a company needs dashboard access (docs/PRODUCT.md#sign-in).
 */
const refusalOf = ({
  userType,
  dashboardAccess,
}: Pick<Credentials, 'userType' | 'dashboardAccess'>): ErrorKey | null => {
  if (userType === 'worker') return ERROR_KEYS.workerLogin;
  if (!USER_TYPES.some((known) => known === userType)) return ERROR_KEYS.unknownUserType;
  return userType === 'company' && !dashboardAccess ? ERROR_KEYS.noDashboardAccess : null;
};

/** Returns the places where the caller is signed in. */
export const listSignIns = async ({ db, clock }: Deps, { user }: Session) =>
  (await repository.listSessions(db, user.id, clock.now())).map((record) => presentSignIn(record, user.sessionId));

/** Ends one of the caller's own sessions. Throws 404 for any other. */
export const endSignIn = async ({ db, clock }: Deps, { user }: Session, id: number, requestId: string) =>
  db.transaction().execute(async (trx) => {
    const found = await repository.findOwnSession(trx, user.id, id);
    if (!found || !(await endSession(trx, found.sessionId))) throw notFound();
    await audit({ trx, clock }, userActor({ user, requestId }), 'session.ended', ['user', user.id], { signInId: id });
  });

/** Ends every session of the caller except the current one. */
export const endOtherSignIns = ({ db, clock }: Deps, user: AuthUser, requestId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const others = await repository.otherSessions(trx, user.id, user.sessionId);
    for (const sessionId of others) await endSession(trx, sessionId);
    await audit({ trx, clock }, userActor({ user, requestId }), 'session.others_ended', ['user', user.id], {
      count: others.length,
    });
  });

/** `GET /user/me` replaces a token older than this. */
const ROTATE_AFTER_MS = DAY;

const actorOf = (account: repository.Credentials, requestId: string): Actor => {
  const { id, organisationId, firstName, lastName } = account;
  return userActor({
    user: { id, organisationId: organisationId!, name: fullName({ firstName, lastName }) },
    requestId,
  });
};

/** Builds the response of every kind of sign-in. */
export const presentSession = async (deps: Deps, userId: number, token: string): Promise<SessionPayload> => {
  const record = await repository.findUser(deps.db, userId);
  if (!record) throw unauthorized();
  return { user: presentUser(record, deps.files), access_token: token };
};

/** Rejects a login with the same response and the same work, whether the account exists or not. */
const refuse = async (
  { db, clock }: Deps,
  account: repository.Credentials | undefined,
  requestId: string,
): Promise<never> => {
  const actor = { kind: 'visitor', organisationId: account?.organisationId ?? null, requestId } as const;
  await db
    .transaction()
    .execute((trx) => audit({ trx, clock }, actor, 'session.refused', ['user', account?.id ?? null]));
  throw invalid({ password: ERROR_KEYS.wrongCredentials }, ERROR_KEYS.wrongCredentials);
};

interface Visitor {
  client: Client & { address: string };
  /** The `Cookie` header. */
  cookies: string | undefined;
  requestId: string;
}

/** Finds the account of a login attempt and takes the points of the attempt before the password check. */
const prepareLogin = async (deps: Deps, body: LoginBody, { client, cookies }: Visitor) => {
  const isBusy = arePasswordsBusy();
  if (isBusy && !isKnownBrowser(deps, cookies)) await requireWorkFromUnknown(deps, body);
  return countAsWaiting(async () => {
    const found = await repository.findCredentials(deps.db, body.email.toLowerCase());
    const browser = found && knownBrowserOf(deps, cookies, found.id);
    return { found, ...(await checkLoginLimits(deps, { body, address: client.address, browser, isBusy })) };
  });
};

/**
 * Signs in. Throws the same 400 for a wrong email and a wrong password, 403 for an account that may not sign in, and
 * 429 after too many attempts, with a challenge when a proof of work allows another attempt.
 */
export const login = async (deps: Deps, body: LoginBody, visitor: Visitor): Promise<SessionPayload> => {
  const { db, clock } = deps;
  const { client, requestId } = visitor;
  // The attempt costs points before the password check; a right password gives them back.
  const { found, place, undo, clear } = await prepareLogin(deps, body, visitor);
  const { passwordHash = null } = found ?? {};
  const isRight = await verifyPassword(passwordHash, body.password, place).catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  if (!found || !isRight) return refuse(deps, found, requestId);
  await clear();
  const refusal = refusalOf(found);
  if (refusal) throw forbidden(refusal);

  const token = await db.transaction().execute(async (trx) => {
    // A changed password ends every session, so a login with the old one must not start a new session.
    if (!(await repository.lockPassword(trx, found))) return null;
    await audit({ trx, clock }, actorOf(found, requestId), 'session.started', ['user', found.id]);
    return issueToken(trx, { userId: found.id, now: clock.now(), client });
  });
  return token === null ? refuse(deps, found, requestId) : presentSession(deps, found.id, token);
};

/** Ends the session of the request; its token is invalid at once. */
export const logout = async ({ db, clock }: Deps, { user }: Session, requestId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await endSession(trx, user.sessionId);
    await audit({ trx, clock }, userActor({ user, requestId }), 'session.ended', ['user', user.id]);
  });

/**
 * Returns the signed-in user with the presented token, or with a new token when the presented one is older than a day.
 */
export const currentUser = async (
  deps: Deps,
  session: Session,
  { presented, requestId }: { presented: string; requestId: string },
): Promise<SessionPayload> => {
  const now = deps.clock.now();
  await touchSession(deps.db, session, now);
  const isOld = now.getTime() - session.issuedAt.getTime() > ROTATE_AFTER_MS;
  const rotate = () =>
    deps.db.transaction().execute(async (trx) => {
      const token = await rotateToken(trx, session, now);
      const actor = userActor({ user: session.user, requestId });
      if (token) await audit({ trx, clock: deps.clock }, actor, 'session.token_rotated', ['user', session.user.id]);
      return token;
    });
  const rotated = isOld ? await rotate() : null;
  return presentSession(deps, session.user.id, rotated ?? presented);
};

/** The characters of an FCM token. Any other text has to be a web push subscription as JSON. */
const FCM_TOKEN = /^[\w:.-]+$/;

const isPushToken = ({ isPushService }: Deps, token: string): boolean =>
  FCM_TOKEN.test(token) || readSubscription(token, isPushService) !== null;

/**
 * Sets or clears the push token of this session. It removes the token from any other session, because the next user of
 * the same browser takes it over. Throws 400 for a subscription whose address is not a known push service.
 */
export const setFcmToken = async (deps: Deps, { user }: Session, token: string | null, requestId: string) => {
  if (token !== null && !isPushToken(deps, token)) throw invalid({ fcm_token: ERROR_KEYS.pushSubscription });
  const { db, clock } = deps;
  return db.transaction().execute(async (trx) => {
    if (token !== null) await repository.clearPushToken(trx, token);
    await repository.setPushToken(trx, user.sessionId, token);
    const action = token === null ? 'session.push_cleared' : 'session.push_set';
    await audit({ trx, clock }, userActor({ user, requestId }), action, ['user', user.id]);
  });
};
