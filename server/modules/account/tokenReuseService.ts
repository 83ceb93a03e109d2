import type { Language } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import type { TokenReuse } from '../../platform/auth/tokenReuse';
import { endSession } from '../../platform/auth/tokens';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import { deviceOf, findUserAgent } from '../session';
import { signInLink } from './links';
import { mailOf } from '../../platform/outgoing/mails';
import { findEmployer } from './repository';

/** Ends a session whose replaced token was used again, and mails the owner when two people share the session. */
export const endReusedSession = (deps: Deps, reuse: TokenReuse, requestId: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const { sessionId, userId, organisationId, isShared } = reuse;
    const userAgent = await findUserAgent(trx, sessionId);
    // Another request ended it a moment before and mailed the owner.
    if (!(await endSession(trx, sessionId))) return;
    const entry = { action: 'session.token_reused', subjectType: 'user', subjectId: userId, details: { isShared } };
    await audit(trx, deps.clock, { kind: 'visitor', organisationId, requestId }, entry);
    const owner = await findEmployer(trx, userId);
    if (!isShared || !owner) return;
    const values = { name: owner.firstName, device: deviceOf(userAgent) ?? 'none' };
    const language = owner.languageCode as Language;
    const mail = mailOf('sessionReused', { to: owner.email, language, link: signInLink(deps.settings), values });
    await enqueue(trx, deps.clock.now(), mail);
  });
