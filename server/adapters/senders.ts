import nodemailer from 'nodemailer';
import { isLoopback } from '../platform/net';
import type { Mail, Push, Sms } from '../platform/outgoing/enqueue';
import {
  PermanentFailure,
  type Send,
  type WithFile,
  readSubscription,
  type IsPushService,
  type Senders,
} from '../platform/ports/senders';
import type { SmtpSettings, PushSettings, NetgsmSettings, TwilioSettings } from '../platform/providerSettings';
import { TIMEOUT_MS, basicAuth, post } from './http';
import { sql } from 'kysely';
import webPush from 'web-push';
import { firstRow } from '../platform/database/query';
import type { Db } from '../platform/database/schema';
import { fetchFailure } from '../platform/errors';
import type { Settings } from '../platform/settings';

/** Longer than one request, because a mail may also wait for a free connection. */
const MAIL_MS = 25_000;
const COMMANDS_OF_A_MAIL = new Set(['RCPT TO', 'DATA']);

/**
 * Returns whether the server refuses a mailbox or a message permanently (5xx, RFC 5321, section 4.2.1). A 5xx to the
 * password or the sender means wrong settings, which an operator can correct.
 */
const isPermanent = (error: unknown): boolean => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && COMMANDS_OF_A_MAIL.has(command);
};

const failureOf = (error: unknown): string => {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  return ['smtp', responseCode, code ?? name].filter(Boolean).join(' ');
};

/**
 * Returns whether TLS is required: always for a password sent to another machine, unless the address has
 * `?requireTLS=false`.
 */
const needsTls = ({ protocol, password, hostname }: URL): boolean =>
  protocol === 'smtp:' && password !== '' && !isLoopback(hostname);

/** Sends mails through an SMTP server over a few pooled connections. */
export const smtpSender = ({ url, from }: SmtpSettings): { send: Send<Mail & WithFile>; close(): void } => {
  const transport = nodemailer.createTransport({
    requireTLS: needsTls(new URL(url)),
    url,
    pool: true,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The library must not read content from a path or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html, attached }) => {
      try {
        await transport.sendMail({
          from,
          // An address object, so that no address or subject can inject a header.
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== '' && { html }),
          ...(attached && {
            attachments: [{ filename: attached.name, contentType: attached.type, content: attached.content }],
          }),
          // Prevents automatic replies. RFC 3834, section 5.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(MAIL_MS),
        });
      } catch (error) {
        if (isPermanent(error)) throw new PermanentFailure(failureOf(error));
        throw new Error(failureOf(error));
      }
    },
    close: () => transport.close(),
  };
};

const findSubscription = async (db: Db, sessionId: string): Promise<string | null> => {
  const row = await firstRow(db)<{ token: string | null }>`
    select max(fcm_token) as token from access_tokens where session_id = ${sessionId}::uuid`;
  return row?.token ?? null;
};

/** Removes a subscription from every token that holds it. */
const forgetSubscription = (db: Db, token: string) =>
  sql`
    update access_tokens set fcm_token = null where md5(fcm_token) = md5(${token}) and fcm_token = ${token}`.execute(
    db,
  );

/** Seconds for which a push service keeps a message for an offline browser. */
const TTL_SECONDS = 3600;
/** Statuses for a subscription that no longer exists. RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);
const RETRYABLE = new Set([401, 403, 408, 429]);

interface PushOptions {
  settings: PushSettings;
  db: Db;
  isService?: IsPushService | undefined;
}

/**
 * Sends to the session's current subscription; does nothing after a sign-out. Removes a subscription that its service
 * no longer knows. Messages are encrypted for the browser alone (RFC 8291) and signed by VAPID (RFC 8292).
 */
const pushSender =
  ({ settings, db, isService }: PushOptions): Send<Push> =>
  async ({ sessionId, topic, text }) => {
    const token = await findSubscription(db, sessionId);
    const subscription = token === null ? null : readSubscription(token, isService);
    if (token === null || !subscription) throw new PermanentFailure('push: the session has no subscription');
    const { headers, body } = webPush.generateRequestDetails(subscription, text, {
      vapidDetails: settings,
      TTL: TTL_SECONDS,
      urgency: 'high',
      topic,
    });
    const status = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      (error: unknown) => {
        throw new Error(`no answer: ${fetchFailure(error)}`);
      },
    );
    if (status >= 200 && status < 300) return;
    if (GONE.has(status)) await forgetSubscription(db, token);
    if (status >= 400 && status < 500 && !RETRYABLE.has(status)) throw new PermanentFailure(`push ${status}`);
    throw new Error(`push ${status}`);
  };

const ACCEPTED = new Set(['00', '01', '02']);
/**
 * Codes of a permanent refusal: 20 the text, 70 a parameter such as the number. Other codes are about the account (30
 * user or address, 40 sender, 50 and 51 consent), the load (80, 85) or Netgsm itself (100, 101, 5000).
 */
const PERMANENT = new Set(['20', '70']);
/** Marks the message as information, not advertising, which needs no consent of the recipient. */
const NO_CONSENT_NEEDED = '0';

/** Formats Turkish numbers with ten digits, as in the documentation's examples, and others as dialled from Turkey. */
const numberOf = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith('90') ? digits.slice(2) : `00${digits}`;
};

/**
 * Sends through Netgsm's REST v2: a JSON POST with Basic authentication. The response's `code` decides, whatever the
 * status. https://www.netgsm.com.tr/dokuman/#rest-v2-sms, codes as in the provider's own package @netgsm/sms 1.1.11.
 */
export const netgsmSender =
  ({ userCode, password, header, apiUrl }: NetgsmSettings): Send<Sms> =>
  async ({ phone, text }) => {
    const { status, answer } = await post(`${apiUrl}/sms/rest/v2/send`, {
      headers: { Authorization: basicAuth(userCode, password), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        msgheader: header,
        messages: [{ msg: text, no: numberOf(phone) }],
        encoding: 'TR',
        iysfilter: NO_CONSENT_NEEDED,
      }),
    });
    const code = typeof answer.code === 'string' ? answer.code.slice(0, 8) : '';
    if (ACCEPTED.has(code)) return;
    const what = `netgsm ${status} ${code}`.trim();
    if (PERMANENT.has(code)) throw new PermanentFailure(what);
    throw new Error(what);
  };

/** Statuses about the account or the load, not about the message; they can be resolved by an operator or by time. */
const PROVIDERS_RETRYABLE = new Set([401, 403, 404, 408, 429]);

/**
 * Sends through Twilio's Messages resource: a form-encoded POST with Basic authentication; 201 means accepted. Any
 * other 4xx is final (such as 400 with 21211, no such number).
 * https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export const twilioSender =
  ({ accountSid, authToken, from, apiUrl }: TwilioSettings): Send<Sms> =>
  async ({ phone, text }) => {
    const { status, answer } = await post(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      headers: {
        Authorization: basicAuth(accountSid, authToken),
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
      },
      body: new URLSearchParams({ To: phone, From: from, Body: text }).toString(),
    });
    if (status >= 200 && status < 300) return;
    const what = `twilio ${status} ${typeof answer.code === 'number' ? answer.code : ''}`.trim();
    if (status >= 400 && status < 500 && !PROVIDERS_RETRYABLE.has(status)) throw new PermanentFailure(what);
    throw new Error(what);
  };

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
