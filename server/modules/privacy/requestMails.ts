import { BASES } from '../../../contract/constants/http';
import type { PrivacyRequestKind } from '../../../contract/constants/privacy';
import type { Change } from '../../platform/change';
import { dateLocale } from '../../platform/dateLocale';
import type { Deps } from '../../platform/deps';
import { languageOf } from '../../platform/language';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf, type MailName } from '../../platform/outgoing/mails';
import { listOwners } from './ownerRepository';

const MAILS: Record<PrivacyRequestKind, MailName> = { data: 'dataRequest', erase: 'eraseRequest' };

interface NewRequest {
  organisationId: number;
  kind: PrivacyRequestKind;
  dueAt: Date;
}

/**
 * Mails the root or company account that somebody asked for data or their erasure. A mail outlives an erasure, so it
 * does not say who.
 */
export const notifyOwners = async (
  { trx, now }: Change,
  { settings }: Pick<Deps, 'settings'>,
  { organisationId, kind, dueAt }: NewRequest,
): Promise<void> => {
  const link = `${settings.publicUrl}${BASES.dashboard}/privacy`;
  for (const { email, firstName, language: code } of await listOwners(trx, organisationId)) {
    const language = languageOf(code);
    const format = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: settings.timeZone });
    const values = { name: firstName, date: format.format(dueAt) };
    await enqueue(trx, now, mailOf(MAILS[kind], { to: email, language, link, values }));
  }
};
