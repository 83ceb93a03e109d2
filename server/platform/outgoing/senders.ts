import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { Settings } from '../settings';
import type { Mail, Push, Sms } from './enqueue';
import { netgsmSender } from '../../adapters/sms/netgsm';
import { Refused, type Send } from '../../adapters/provider';
import { pushSender, type IsPushService } from '../../adapters/push/webPush';
import { smtpSender, type WithFile } from '../../adapters/mail/smtp';
import { twilioSender } from '../../adapters/sms/twilio';

export interface Senders {
  sms: Send<Sms>;
  mail: Send<Mail & WithFile>;
  push: Send<Push>;
  /** Channels that only keep what would have left, for the page of the demo. */
  keeps: ReadonlySet<'sms' | 'mail'>;
  close(): Promise<void>;
}

/**
 * The senders that the settings choose. Where there is none, a demo keeps what would have left; elsewhere it is given up, with
 * a line in the log: nobody could read it, and codes and links are not to lie about.
 */
export const createSenders = (
  { sms, mail, push, demo }: Pick<Settings, 'sms' | 'mail' | 'push' | 'demo'>,
  { db, isService }: { db: Kysely<Database>; isService?: IsPushService },
): Senders => {
  const without =
    (setting: string): Send<unknown> =>
    async () => {
      if (!demo) throw new Refused(`${setting} is not set`);
    };
  const smtp = mail === null ? null : smtpSender(mail);
  const smsSenders = {
    outbox: () => without('SMS_PROVIDER'),
    twilio: () => twilioSender(sms as Extract<typeof sms, { provider: 'twilio' }>),
    netgsm: () => netgsmSender(sms as Extract<typeof sms, { provider: 'netgsm' }>),
  };
  const keeps = new Set<'sms' | 'mail'>();
  if (demo && sms.provider === 'outbox') keeps.add('sms');
  if (demo && smtp === null) keeps.add('mail');
  return {
    sms: smsSenders[sms.provider](),
    mail: smtp?.send ?? without('SMTP_URL'),
    push: push === null ? without('VAPID_PUBLIC_KEY') : pushSender({ settings: push, db, isService }),
    keeps,
    close: async () => smtp?.close(),
  };
};
