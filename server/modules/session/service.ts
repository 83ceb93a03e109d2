import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { LoginBody, SessionPayload } from '../../../contract/schemas/session';
import { audit, type Actor } from '../../platform/audit';
import { arePasswordsBusy, comingToPasswords, verifyPassword } from '../../platform/auth/passwords';
import {
  endSession,
  issueToken,
  rotateToken,
  touchSession,
  type Client,
  type Session,
} from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { forbidden, invalid, unauthorized } from '../../platform/errors';
import { readSubscription } from '../../adapters/push/webPush';
import { isKnownBrowser, knownBrowserOf } from './knownBrowser';
import { admitTry, demandWorkOfStranger } from './loginLimits';
import { refusalOf } from './policy';
import { presentUser } from './presenter';
import * as repository from './repository';

/** A token older than this is replaced by the next `GET /user/me`. */
const ROTATE_AFTER_MS = 86_400_000;

const actorOf = (account: repository.Credentials, requestId: string): Actor => {
  const { id, organisationId, firstName, lastName } = account;
  return { kind: 'user', user: { id, organisationId: organisationId!, name: `${firstName} ${lastName}` }, requestId };
};

/** The payload of every way of signing in. */
export const presentSession = async (deps: Deps, userId: number, token: string): Promise<SessionPayload> => {
  const record = await repository.findUser(deps.db, userId);
  if (!record) throw unauthorized();
  return { user: presentUser(record, deps.files), access_token: token };
};

/** Says no in the same way and after the same work, whether there is such an account or not. */
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

/** Who tries to sign in. */
interface Visitor {
  client: Client & { address: string };
  /** The header `Cookie`. */
  cookies: string | undefined;
  requestId: string;
}

/** The account that a try is for, and what the try takes before its password is looked at. */
const approach = async (deps: Deps, body: LoginBody, { client, cookies }: Visitor) => {
  const isBusy = arePasswordsBusy();
  if (isBusy && !isKnownBrowser(deps, cookies)) await demandWorkOfStranger(deps, body);
  return comingToPasswords(async () => {
    const found = await repository.findCredentials(deps.db, body.email.toLowerCase());
    const browser = found && knownBrowserOf(deps, cookies, found.id);
    return { found, ...(await admitTry(deps, { body, address: client.address, browser, isBusy })) };
  });
};

/**
 * Signs in; 400 for a wrong email or password alike, 403 for an account that may not, 429 after too many tries, with a
 * challenge where a proof of work lets the caller go on.
 */
export const login = async (deps: Deps, body: LoginBody, visitor: Visitor): Promise<SessionPayload> => {
  const { db, clock } = deps;
  const { client, requestId } = visitor;
  // Points are taken before the password is looked at and given back for a right one.
  const { found, place, undo, clear } = await approach(deps, body, visitor);
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
    // A new password ends every session, also the one that was about to begin with the old one.
    if (!(await repository.lockPassword(trx, found))) return null;
    const entry = { action: 'session.started', subjectType: 'user', subjectId: found.id };
    await audit(trx, clock, actorOf(found, requestId), entry);
    return issueToken(trx, { userId: found.id, now: clock.now(), client });
  });
  return token === null ? refuse(deps, found, requestId) : presentSession(deps, found.id, token);
};

/** Ends the session of the request: its token is dead at once. */
export const logout = async ({ db, clock }: Deps, { user }: Session, requestId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const entry = { action: 'session.ended', subjectType: 'user', subjectId: user.id };
    await endSession(trx, user.sessionId);
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
  });

/** The signed-in user with the presented token, or with a new one in its place when it has served a day. */
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

/** Anything else that begins like JSON is no token of FCM, whose letters these are. */
const FCM_TOKEN = /^[\w:.-]+$/;

const isPushToken = ({ isPushService }: Deps, token: string): boolean =>
  FCM_TOKEN.test(token) || readSubscription(token, isPushService) !== null;

/**
 * Keeps or clears the push token of this session; no other session keeps the same one (the next who signs in with that
 * browser takes it over). 400 for a subscription that leads elsewhere than to a push service. API contract, section 3.
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
