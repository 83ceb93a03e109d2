import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Pushed {
  headers: Record<string, unknown>;
  /** The decrypted text. */
  text: string;
}

export interface PushBrowser {
  subscription: string;
  seen: Pushed[];
  /** Sets the status of the push service from now on. */
  answer(status: number): void;
  close(): Promise<void>;
}

/** Decrypts a notification: aes128gcm of RFC 8188 with the keys of RFC 8291. */
const decrypt = (keys: ECDH, auth: Buffer, body: Buffer): string => {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and a padding of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
};

/** Starts a browser's subscription and its push service on this machine. */
export const pushBrowser = async (): Promise<PushBrowser> => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const seen: Pushed[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (data: Buffer) => chunks.push(data));
    request.on('end', () => {
      seen.push({ headers: request.headers, text: decrypt(keys, auth, Buffer.concat(chunks)) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send/1`;
  const subscription = JSON.stringify({
    endpoint,
    expirationTime: null,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  });
  return {
    subscription,
    seen,
    answer: (next) => void (status = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
