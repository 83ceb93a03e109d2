import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { fullName } from '../../../contract/constants/text';
import { EMAIL_RESTORE_DAYS, RESET_HOURS } from '../../../contract/constants/limits';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import { audit } from '../../platform/audit';
import { endAllSessions } from '../../platform/auth/tokens';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { AppError } from '../../platform/errors';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailEmailChange } from './invitationService';
import { passwordLink } from './links';
import { mailOf } from '../../platform/outgoing/mails';
import { issuePasswordCode } from './passwordCodeRepository';
import * as repository from './emailRestorationRepository';
import { lockEmployer } from './repository';
import { throwTaken } from './uniqueness';
import { sha256 } from '../../platform/sha256';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Creates a code of 256 random bits that restores the email for seven days. Returns null while an older code is valid:
 * after the changes A → B → C only address A can restore the account, so a thief gains nothing by changing the email
 * twice.
 */
export const issueRestoration = async (
  trx: Transaction<Database>,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<string | null> => {
  if (await repository.hasRestoration(trx, userId, now)) return null;
  const code = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + EMAIL_RESTORE_DAYS * DAY);
  const row = { code_hash: sha256(code), user_id: userId, email, created_at: now, expires_at };
  await repository.insertRestoration(trx, row);
  return code;
};

const find = async (db: Kysely<Database>, code: string, now: Date) => {
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
