import type { Sms } from './enqueue';
import { basicAuth, post, Refused, type Send } from './provider';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number of the account, or the name of a sender. */
  from: string;
  apiUrl: string;
}

const TOO_MANY = 429;

/**
 * Twilio's Messages resource: a form-encoded POST with Basic authentication; 201 is taken over. A 4xx but 429 is for good
 * (such as 21211, no such number). https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
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
    if (status >= 400 && status < 500 && status !== TOO_MANY) throw new Refused(what);
    throw new Error(what);
  };
