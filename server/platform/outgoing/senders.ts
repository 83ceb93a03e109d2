import type { Settings } from '../settings';
import type { Mail, Sms } from './enqueue';
import { netgsmSender } from './netgsm';
import type { Send } from './provider';
import { smtpSender } from './smtp';
import { twilioSender } from './twilio';

export interface Senders {
  sms: Send<Sms>;
  mail: Send<Mail>;
  /** Channels that only keep what would have left. */
  keeps: ReadonlySet<'sms' | 'mail'>;
  close(): Promise<void>;
}

const keep = async (): Promise<void> => undefined;

/** The senders that the settings choose; the outbox where there is no provider. */
export const createSenders = ({ sms, mail }: Pick<Settings, 'sms' | 'mail'>): Senders => {
  const keeps = new Set<'sms' | 'mail'>();
  if (sms.provider === 'outbox') keeps.add('sms');
  if (mail === null) keeps.add('mail');
  const smtp = mail === null ? null : smtpSender(mail);
  const smsSenders = {
    outbox: () => keep,
    twilio: () => twilioSender(sms as Extract<typeof sms, { provider: 'twilio' }>),
    netgsm: () => netgsmSender(sms as Extract<typeof sms, { provider: 'netgsm' }>),
  };
  return {
    sms: smsSenders[sms.provider](),
    mail: smtp?.send ?? keep,
    keeps,
    close: async () => smtp?.close(),
  };
};
