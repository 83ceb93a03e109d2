import { generateKeyPairSync } from 'node:crypto';

/** Creates the web push keys for one run of the journeys. */
export const vapidKeys = (): Record<string, string> => {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    VAPID_PUBLIC_KEY: point.toString('base64url'),
    VAPID_PRIVATE_KEY: d,
    VAPID_SUBJECT: 'mailto:journeys@example.com',
  };
};
