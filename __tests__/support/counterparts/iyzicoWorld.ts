import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Fields = Record<string, unknown>;

export const IYZICO_KEYS = { apiKey: 'sandbox-key', secretKey: 'sandbox-UuLnD7wZa0a3DmytfIrwHQqAMfqCNJrs' };

/** iyzico's own test cards from its README, with the answer to each. */
export const DECLINES: Record<string, Fields> = {
  '4111111111111129': { errorCode: '10051', errorGroup: 'NOT_SUFFICIENT_FUNDS', errorMessage: 'Kart limiti yetersiz' },
  '4129111111111111': { errorCode: '10005', errorGroup: 'DO_NOT_HONOUR', errorMessage: 'İşlem onaylanmadı' },
  '4125111111111115': { errorCode: '10054', errorGroup: 'EXPIRED_CARD', errorMessage: 'Vadesi dolmuş kart' },
  '4124111111111116': { errorCode: '10084', errorGroup: 'INVALID_CVC2', errorMessage: 'CVC2 bilgisi hatalı' },
  '4121111111111119': { errorCode: '10034', errorGroup: 'FRAUD_SUSPECT', errorMessage: 'Dolandırıcılık şüphesi' },
};
/** A card whose challenge fails to start. */
export const INIT_FAILS = '4151111111111112';
export const GOOD_CARD = '5528790000000008';

/** Signs as iyzipay-node 2.0.69 does (lib/utils.js), independently of the product's code. */
export const sign = (text: string): string => createHmac('sha256', IYZICO_KEYS.secretKey).update(text).digest('hex');

export const isAuthorised = (request: IncomingMessage, path: string, body: string): boolean => {
  const [scheme, code] = String(request.headers.authorization).split(' ');
  const parts = new URLSearchParams(
    Buffer.from(code ?? '', 'base64')
      .toString()
      .replaceAll(':', '='),
  );
  const randomKey = parts.get('randomKey');
  const isIt = parts.get('apiKey') === IYZICO_KEYS.apiKey && randomKey === request.headers['x-iyzi-rnd'];
  return scheme === 'IYZWSv2' && isIt && parts.get('signature') === sign(`${randomKey}${path}${body}`);
};
