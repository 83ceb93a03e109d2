import type { Sms } from './enqueue';
import { basicAuth, post, Refused, type Send } from './provider';

export interface NetgsmSettings {
  userCode: string;
  password: string;
  /** The sender's name as Netgsm has approved it. */
  header: string;
  apiUrl: string;
}

const TAKEN = new Set(['00', '01', '02']);
/** Limits of sending, over which it is worth coming back: 80 too many, 85 the same text too often. */
const COME_AGAIN = new Set(['80', '85']);

/**
 * Netgsm's REST v2: a JSON POST with Basic authentication; the answer's `code` decides, whatever the status. 20 text, 30 user or
 * permission, 40 sender, 50 and 51 consent, 70 parameter are for good. https://www.netgsm.com.tr/dokuman/#rest-v2-sms
 */
export const netgsmSender =
  ({ userCode, password, header, apiUrl }: NetgsmSettings): Send<Sms> =>
  async ({ phone, text }) => {
    const { status, answer } = await post(`${apiUrl}/sms/rest/v2/send`, {
      headers: { Authorization: basicAuth(userCode, password), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        msgheader: header,
        messages: [{ msg: text, no: phone.replace(/\D/g, '') }],
        encoding: 'TR',
      }),
    });
    const code = typeof answer.code === 'string' ? answer.code : '';
    if (TAKEN.has(code)) return;
    const what = `netgsm ${status} ${code}`.trim();
    if (code === '' || COME_AGAIN.has(code) || status >= 500) throw new Error(what);
    throw new Refused(what);
  };
