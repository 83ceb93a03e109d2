import type { Transaction } from 'kysely';
import { EMAIL_RESTORE_DAYS, INVITATION_DAYS } from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import { passwordLink, restoreEmailLink, signInLink } from './links';
import { mailOf } from '../../platform/outgoing/mails';
import { issuePasswordCode } from './passwordCodeRepository';

const DAY = 86_400_000;

export interface Invitation {
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
  trx: Transaction<Database>,
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
  trx: Transaction<Database>,
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
