import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PASSWORD_PROOF_MINUTES } from '../../../contract/constants/limits';
import type { ReauthenticateBody } from '../../../contract/schemas/session';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { verifyPassword } from '../../platform/auth/passwords';
import type { Db, Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { forbidden, invalid } from '../../platform/errors';
import { giveBackAll, takeAll } from '../../platform/limiter';
import { networkOf } from '../../platform/net';
import * as repository from './repository';
import { LIMITS } from '../../platform/limits';

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
  if (age > PASSWORD_PROOF_MINUTES * 60_000) throw forbidden(ERROR_KEYS.reauthenticate);
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
    await audit(trx, clock, { kind: 'user', user, requestId }, { action, subjectType: 'user', subjectId: user.id });
  });
  if (!isRight) throw invalid({ password: ERROR_KEYS.wrongCredentials }, ERROR_KEYS.wrongCredentials);
  await Promise.all([
    limiter.clear(LIMITS.reauthenticateAccount, account),
    limiter.giveBack(LIMITS.reauthenticateNetwork, network),
  ]);
};
