import type { Sms } from '../../platform/outgoing/enqueue';
import { Refused, type Send } from '../../platform/ports/senders';
import type { NetgsmSettings } from '../../platform/providerSettings';
import { basicAuth, post } from '../http';

const TAKEN = new Set(['00', '01', '02']);
/**
 * What the message itself is refused for: 20 its text, 70 a parameter, such as the number. The others speak of the account
 * (30 user or address, 40 sender, 50 and 51 consent), of the load (80, 85) or of Netgsm (100, 101, 5000).
 */
const FOR_GOOD = new Set(['20', '70']);
/** Information, not advertising: sent without asking for the recipient's consent. */
const NO_CONSENT_NEEDED = '0';

/** Turkish numbers with their ten digits, as in the documentation's examples; others as if dialled from Turkey. */
const numberOf = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith('90') ? digits.slice(2) : `00${digits}`;
};

/**
 * Netgsm's REST v2: a JSON POST with Basic authentication; the answer's `code` decides, whatever the status.
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
    if (TAKEN.has(code)) return;
    const what = `netgsm ${status} ${code}`.trim();
    if (FOR_GOOD.has(code)) throw new Refused(what);
    throw new Error(what);
  };
