import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { GRANT_LEVELS } from '../../../contract/constants/roles';
import { invalid, notFound, forbidden, unauthorized } from '../errors';
import type { Deps } from '../deps';
import type { RequestRates } from '../limiter';
import { sha256 } from '../secrets';
import { whenAccountsChange } from '../database/connect';
import { createSessionCache } from './sessionCache';
import {
  type AuthUser,
  findReuse,
  type TokenReuse,
  findSession,
  noteFirstUse,
  type Client,
  type Session,
} from './tokens';

/** The rows that a user may read and change: those of the whole organisation, or those of one branch or company. */
export interface Scope {
  organisationId: number;
  /** Null means the whole organisation. */
  userId: number | null;
}

/**
 * Returns the scope of a user: HR staff and root reach the whole organisation; branches and companies reach only their
 * own rows.
 */
export const ownerScope = ({
  id,
  organisationId,
  userType,
}: Pick<AuthUser, 'id' | 'organisationId' | 'userType'>): Scope => ({
  organisationId,
  userId: userType === 'hr_account' || userType === 'root' ? null : id,
});

/** Narrows a scope to one branch. Throws 404 when a branch or company names another account. */
export const scopeOfBranch = (scope: Scope, branchId: number | undefined): Scope => {
  if (branchId === undefined) return scope;
  if (scope.userId !== null && scope.userId !== branchId) throw notFound();
  return { organisationId: scope.organisationId, userId: branchId };
};

/**
 * Returns the account for which a request acts. Root and HR must name a branch (400 on `field` otherwise). For others
 * it is their own account (404 when they name another). A text is ignored: older clients send their token there.
 */
export const requestedOwnerId = (user: AuthUser, named: number | string | undefined, field: string): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (typeof named !== 'number') throw invalid({ [field]: ERROR_KEYS.fieldRequired });
    return named;
  }
  if (typeof named === 'number' && named !== userId) throw notFound();
  return userId;
};

// The name of a scheme has no case: https://www.rfc-editor.org/rfc/rfc9110#section-11.1
const BEARER = /^Bearer ([A-Za-z0-9_-]{20,128})$/i;

/** Compares two keys in constant time. */
const sameKey = (given: unknown, expected: string | null): boolean =>
  typeof given === 'string' && expected !== null && timingSafeEqual(sha256(given), sha256(expected));

const sessions = new WeakMap<FastifyRequest, Session>();

/** Returns the session of a request that passed the guard of a signed-in route. */
export const sessionOf = (request: FastifyRequest): Session => {
  const session = sessions.get(request);
  if (!session) throw unauthorized();
  return session;
};

/** Returns the client data that a session stores. */
export const clientOf = (request: FastifyRequest): Client & { address: string } => {
  const userAgent = request.headers['user-agent'];
  return { address: request.ip, ...(userAgent !== undefined && { userAgent }) };
};

/** Returns the session of a request to a public route, if the request carries a live token. */
export const optionalSession = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<Session | undefined> => {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  return token ? findSession(db, token, clock.now()) : undefined;
};

/**
 * Checks the caller before anything else: 401 without a live token, then 403 when the role's level or type is too low.
 * Validation runs after the guard (docs/API.md#order-of-answers). The rate limits answer 429 before all of these: they
 * count a signed-in request per account and any other per network. Requests with the gateway's key are not limited.
 * Routes outside the contract, and addresses without a route, count for the network unless their `rate` says otherwise.
 */
export const addGuard = (
  app: FastifyInstance,
  { db, clock, settings, live }: Deps,
  { rates, onReuse }: { rates: RequestRates; onReuse: (reuse: TokenReuse, requestId: string) => Promise<void> },
): void => {
  const cache = createSessionCache({ db, clock });
  whenAccountsChange(db, cache.forget);
  live.whenTokensEnd(cache.forget);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    const { access, rate } = request.routeOptions.config;
    if (access === undefined) {
      if (rate === 'files') await rates.ofFile(request);
      else if (rate !== 'none') await rates.ofNetwork(request);
      return;
    }
    if (access === 'gateway' && sameKey(request.headers['x-gateway-key'], settings.gatewayKey)) return;
    if (access === 'public' || access === 'gateway') {
      await rates.ofNetwork(request);
      if (access === 'gateway') throw unauthorized();
      return;
    }
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const session = token ? await cache.find(token) : undefined;
    if (!session) {
      await rates.ofNetwork(request);
      const reuse = token ? await findReuse(db, token, clock.now()) : undefined;
      if (reuse) await onReuse(reuse, request.id);
      throw unauthorized();
    }
    if (session.isUnused) await noteFirstUse(db, session, clock.now());
    const { user } = session;
    await rates.ofUser(user.id);
    if (user.grantLevel < GRANT_LEVELS[access.level]) throw forbidden();
    if (access.types && !access.types.includes(user.userType)) throw forbidden();
    request.user = user;
    sessions.set(request, session);
  });
};
