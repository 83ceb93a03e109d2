import type { Transaction } from 'kysely';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import { wallTime } from '../../platform/zone';
import { mailOf } from '../account/mails';

/** Tells a company that a renewal could not be charged: when it is tried again, or that the subscription has ended. */
export const warnOfRenewal = async (
  trx: Transaction<Database>,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { userId, title, next }: { userId: number; title: Record<Language, string>; next: Date | null },
): Promise<void> => {
  const user = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'language_code'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) return;
  const language = LANGUAGES.find((one) => one === user.language_code) ?? 'en';
  const values = {
    name: user.first_name,
    plan: title[language],
    ...(next && { date: wallTime(next, settings.timeZone).slice(0, 10).split('-').reverse().join('/') }),
  };
  const link = `${settings.publicUrl}/dashboard/${next ? 'profile' : 'packages'}`;
  const mail = mailOf(next ? 'renewalFailed' : 'renewalEnded', { to: user.email, language, link, values });
  await enqueue(trx, clock.now(), mail);
};
