import type { Sms } from '../../platform/outgoing/enqueue';
import { PermanentFailure, type Send } from '../../platform/ports/senders';
import type { NetgsmSettings, TwilioSettings } from '../../platform/providerSettings';
import { basicAuth, post } from '../http';

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
 * status.
 * https://www.netgsm.com.tr/dokuman/#rest-v2-sms, codes as in the provider's own package @netgsm/sms 1.1.11.
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
const RETRYABLE = new Set([401, 403, 404, 408, 429]);

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
    if (status >= 400 && status < 500 && !RETRYABLE.has(status)) throw new PermanentFailure(what);
    throw new Error(what);
  };
