import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { USER_TYPES } from '../../../contract/constants/roles';
import * as repository from './repository';
import type { Credentials } from './repository';
import { audit, type Actor } from '../../platform/audit';
import {
  type AuthUser,
  endSession,
  type Session,
  issueToken,
  rotateToken,
  touchSession,
  type Client,
} from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { notFound, forbidden, invalid, unauthorized } from '../../platform/errors';
import { presentSignIn, presentUser } from './presenter';
import { fullName } from '../../../contract/constants/text';
import type { LoginBody, SessionPayload } from '../../../contract/schemas/session';
import { arePasswordsBusy, countAsWaiting, verifyPassword } from '../../platform/auth/passwords';
import { readSubscription } from '../../platform/ports/senders';
import { isKnownBrowser, knownBrowserOf, checkLoginLimits, requireWorkFromUnknown } from './loginLimits';

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
    const entry = { action: 'session.ended', subjectType: 'user', subjectId: user.id, details: { signInId: id } };
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
  });

/** Ends every session of the caller except the current one. */
export const endOtherSignIns = ({ db, clock }: Deps, user: AuthUser, requestId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const others = await repository.otherSessions(trx, user.id, user.sessionId);
    for (const sessionId of others) await endSession(trx, sessionId);
    const entry = { action: 'session.others_ended', subjectType: 'user', subjectId: user.id };
    await audit(trx, clock, { kind: 'user', user, requestId }, { ...entry, details: { count: others.length } });
  });

/** `GET /user/me` replaces a token older than this. */
const ROTATE_AFTER_MS = 86_400_000;

const actorOf = (account: repository.Credentials, requestId: string): Actor => {
  const { id, organisationId, firstName, lastName } = account;
  return {
    kind: 'user',
    user: { id, organisationId: organisationId!, name: fullName({ firstName, lastName }) },
    requestId,
  };
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
  const entry = { action: 'session.refused', subjectType: 'user', subjectId: account?.id ?? null };
  await db.transaction().execute((trx) => audit(trx, clock, actor, entry));
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
    const entry = { action: 'session.started', subjectType: 'user', subjectId: found.id };
    await audit(trx, clock, actorOf(found, requestId), entry);
    return issueToken(trx, { userId: found.id, now: clock.now(), client });
  });
  return token === null ? refuse(deps, found, requestId) : presentSession(deps, found.id, token);
};

/** Ends the session of the request; its token is invalid at once. */
export const logout = async ({ db, clock }: Deps, { user }: Session, requestId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const entry = { action: 'session.ended', subjectType: 'user', subjectId: user.id };
    await endSession(trx, user.sessionId);
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
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
  await touchSession(deps.db, session.user.sessionId, now);
  const isOld = now.getTime() - session.issuedAt.getTime() > ROTATE_AFTER_MS;
  const rotate = () =>
    deps.db.transaction().execute(async (trx) => {
      const token = await rotateToken(trx, session, now);
      const entry = { action: 'session.token_rotated', subjectType: 'user', subjectId: session.user.id };
      if (token) await audit(trx, deps.clock, { kind: 'user', user: session.user, requestId }, entry);
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
    await audit(trx, clock, { kind: 'user', user, requestId }, { action, subjectType: 'user', subjectId: user.id });
  });
};
