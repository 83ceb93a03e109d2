import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Transaction } from 'kysely';
import { INVITATION_DAYS } from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import { fromRoot } from '../../platform/root';

const DAY = 86_400_000;

/** Whom an invitation goes to, and who invites. */
export interface Invitation {
  userId: number;
  email: string;
  firstName: string;
  organisationName: string;
  language: Language;
}

type Texts = Record<Language, { subject: string; lines: string[] }>;
let texts: Texts | null = null;
const readTexts = (): Texts => {
  texts ??= JSON.parse(readFileSync(fromRoot('server/texts/invitation.json'), 'utf8')) as Texts;
  return texts;
};

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Makes a link to set the first password (seven days; the older ones die) and mails it, in the given transaction. */
export const invite = async (
  trx: Transaction<Database>,
  { settings }: Pick<Deps, 'settings'>,
  { userId, email, firstName, organisationName, language }: Invitation,
  now: Date,
): Promise<void> => {
  const code = randomBytes(32).toString('base64url');
  await trx.deleteFrom('password_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('password_codes')
    .values({
      code_hash: createHash('sha256').update(code).digest(),
      user_id: userId,
      purpose: 'invitation',
      created_at: now,
      expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY),
    })
    .execute();
  const { subject, lines } = readTexts()[language];
  const link = `${settings.publicUrl}/dashboard/reset-password/${code}`;
  const values = { name: firstName, organisation: organisationName, link, days: String(INVITATION_DAYS) };
  const shown = { ...values, name: escape(firstName), organisation: escape(organisationName) };
  const html = lines
    .map((line) => `<p>${fill(line, { ...shown, link: `<a href="${link}">${link}</a>` })}</p>`)
    .join('\n');
  const text = lines.map((line) => fill(line, values)).join('\n\n');
  await enqueue(trx, now, { channel: 'mail', to: email, subject: fill(subject, values), text, html });
};
