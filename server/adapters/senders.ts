import type { Db } from '../platform/database/schema';
import { PermanentFailure, type IsPushService, type Send, type Senders } from '../platform/ports/senders';
import type { Settings } from '../platform/settings';
import { smtpSender } from './mail/smtp';
import { pushSender } from './push/webPush';
import { netgsmSender, twilioSender } from './sms/providers';

/**
 * Creates the senders that the settings choose. Without a provider, a demo stores messages; elsewhere they are refused,
 * because nobody could read them and stored codes and links are a risk.
 */
export const createSenders = (
  { sms, mail, push, demo }: Pick<Settings, 'sms' | 'mail' | 'push' | 'demo'>,
  { db, isService }: { db: Db; isService?: IsPushService },
): Senders => {
  const without =
    (setting: string): Send<unknown> =>
    async () => {
      if (!demo) throw new PermanentFailure(`${setting} is not set`);
    };
  const sendSms = () => {
    if (sms.provider === 'twilio') return twilioSender(sms);
    return sms.provider === 'netgsm' ? netgsmSender(sms) : without('SMS_PROVIDER');
  };
  const smtp = mail === null ? null : smtpSender(mail);
  const keptChannels = new Set<'sms' | 'mail'>();
  if (demo && sms.provider === 'outbox') keptChannels.add('sms');
  if (demo && smtp === null) keptChannels.add('mail');
  return {
    sms: sendSms(),
    mail: smtp?.send ?? without('SMTP_URL'),
    push: push === null ? without('VAPID_PUBLIC_KEY') : pushSender({ settings: push, db, isService }),
    keptChannels,
    close: async () => smtp?.close(),
  };
};
