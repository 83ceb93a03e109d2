import type { Sms } from '../../platform/outgoing/enqueue';
import { PermanentFailure, type Send } from '../../platform/ports/senders';
import type { TwilioSettings } from '../../platform/providerSettings';
import { basicAuth, post } from '../http';

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
