import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { endSession, type Session } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { presentSignIn } from './presenter';
import * as repository from './repository';

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
