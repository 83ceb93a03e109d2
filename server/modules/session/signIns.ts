import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { endSession } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import * as repository from './repository';

/** Ends every session of the caller but the one that asks. */
export const endOtherSignIns = ({ db, clock }: Deps, user: AuthUser, requestId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const others = await repository.otherSessions(trx, user.id, user.sessionId);
    for (const sessionId of others) await endSession(trx, sessionId);
    const entry = { action: 'session.others_ended', subjectType: 'user', subjectId: user.id };
    await audit(trx, clock, { kind: 'user', user, requestId }, { ...entry, details: { count: others.length } });
  });
