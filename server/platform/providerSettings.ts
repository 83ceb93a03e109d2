import { createECDH } from 'node:crypto';
import { choiceOf, fail, requiredText, providerUrl, textOf, urlOf, type Environment, flagOf } from './environment';
import { isLoopback } from './net';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A phone number of the account or a sender name. */
  from: string;
  apiUrl: string;
}

export interface NetgsmSettings {
  userCode: string;
  password: string;
  /** The sender's name that Netgsm has approved. */
  header: string;
  apiUrl: string;
}

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password when the server requires them. */
  url: string;
  from: string;
}

export interface PushSettings {
  /** 65 bytes, base64url. */
  publicKey: string;
  /** 32 bytes, base64url. */
  privateKey: string;
  /** The operator's contact for push services: mailto: or https:. */
  subject: string;
}

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type SmsSettings =
  { provider: 'outbox' } | ({ provider: 'twilio' } & TwilioSettings) | ({ provider: 'netgsm' } & NetgsmSettings);

export interface ProviderSettings {
  sms: SmsSettings;
  /** Null: mails stay in the outbox. */
  mail: SmtpSettings | null;
  /** Null: web push is off. */
  push: PushSettings | null;
  /** Null: files are on the disk. */
  s3: S3Settings | null;
}

const smsOf = (env: Environment): SmsSettings => {
  const provider = choiceOf(env, 'SMS_PROVIDER', ['outbox', 'twilio', 'netgsm'], 'outbox');
  if (provider === 'twilio') {
    const because = 'SMS_PROVIDER=twilio';
    const accountSid = requiredText(env, 'TWILIO_ACCOUNT_SID', because);
    if (!/^\w{1,64}$/.test(accountSid)) fail('TWILIO_ACCOUNT_SID', 'must be letters and digits, such as AC…');
    return {
      provider,
      accountSid,
      authToken: requiredText(env, 'TWILIO_AUTH_TOKEN', because),
      from: requiredText(env, 'TWILIO_FROM', because),
      apiUrl: providerUrl(env, 'TWILIO_API_URL', 'https://api.twilio.com'),
    };
  }
  if (provider === 'netgsm') {
    const because = 'SMS_PROVIDER=netgsm';
    return {
      provider,
      userCode: requiredText(env, 'NETGSM_USERCODE', because),
      password: requiredText(env, 'NETGSM_PASSWORD', because),
      header: requiredText(env, 'NETGSM_HEADER', because),
      apiUrl: providerUrl(env, 'NETGSM_API_URL', 'https://api.netgsm.com.tr'),
    };
  }
  return { provider };
};

const mailOf = (env: Environment): SmtpSettings | null => {
  const url = textOf(env, 'SMTP_URL');
  if (url === null) return null;
  if (urlOf('SMTP_URL', url, ['smtp:', 'smtps:']).hostname === '') fail('SMTP_URL', 'must name a server');
  const from = requiredText(env, 'MAIL_FROM', 'SMTP_URL');
  if (/[\r\n]/.test(from) || !/@/.test(from)) fail('MAIL_FROM', 'must be an address, such as Dashboard <no-reply@…>');
  return { url, from };
};

const S3_NAMES = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const s3Of = (env: Environment): S3Settings | null => {
  if (S3_NAMES.every((name) => textOf(env, name) === null)) return null;
  const of = (name: (typeof S3_NAMES)[number]): string => requiredText(env, name, 'the other S3_ settings');
  const bucket = of('S3_BUCKET');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) fail('S3_BUCKET', 'must be the name of a bucket');
  return {
    endpoint: providerUrl(env, 'S3_ENDPOINT', of('S3_ENDPOINT')),
    region: of('S3_REGION'),
    bucket,
    accessKeyId: of('S3_ACCESS_KEY_ID'),
    secretAccessKey: of('S3_SECRET_ACCESS_KEY'),
  };
};

const VAPID_NAMES = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const;

const keyOf = (name: string, text: string, bytes: number): string => {
  const isKey = /^[A-Za-z0-9_-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes;
  return isKey
    ? text
    : fail(name, `must be ${bytes} bytes in base64url, as "npx web-push generate-vapid-keys" creates them`);
};

/** Returns the public key of a private one; null when the key is not on the curve. */
const publicOf = (privateKey: string): string | null => {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
};

const pushOf = (env: Environment): PushSettings | null => {
  if (VAPID_NAMES.every((name) => textOf(env, name) === null)) return null;
  const [publicKey, privateKey, subject] = VAPID_NAMES.map((name) =>
    requiredText(env, name, 'the other VAPID_ settings'),
  );
  keyOf('VAPID_PUBLIC_KEY', publicKey!, 65);
  keyOf('VAPID_PRIVATE_KEY', privateKey!, 32);
  if (publicOf(privateKey!) !== publicKey) fail('VAPID_PRIVATE_KEY', 'does not belong to VAPID_PUBLIC_KEY');
  urlOf('VAPID_SUBJECT', subject!, ['mailto:', 'https:']);
  return { publicKey: publicKey!, privateKey: privateKey!, subject: subject! };
};

/** Reads the settings of the message providers and of the file store. */
export const readProviders = (env: Environment): ProviderSettings => ({
  sms: smsOf(env),
  mail: mailOf(env),
  push: pushOf(env),
  s3: s3Of(env),
});

interface Surroundings extends ProviderSettings, Pick<PaymentChoice, 'payment'> {
  host: string;
  publicUrl: URL;
  trustProxy: boolean;
  databaseUrl: string | null;
}

/** Returns the first setting that could expose the demo beyond this machine, or null. */
const exposureOf = (given: Surroundings): string | null => {
  // A URL writes an IPv6 host in brackets.
  const publicHost = given.publicUrl.hostname.replace(/^\[|\]$/g, '');
  if (!isLoopback(given.host)) return `HOST=${given.host}`;
  if (!isLoopback(publicHost)) return `PUBLIC_URL=${given.publicUrl.origin}`;
  if (given.trustProxy) return 'TRUST_PROXY=1';
  if (given.databaseUrl !== null) return 'DATABASE_URL';
  if (given.sms.provider !== 'outbox') return `SMS_PROVIDER=${given.sms.provider}`;
  if (given.mail !== null) return 'SMTP_URL';
  if (given.s3 !== null) return 'S3_ENDPOINT';
  return null;
};

/**
 * Returns whether this server is a demo: fixed passwords, and codes and links readable by anyone at /dev/outbox. It is
 * a demo by default only when no other machine can reach it and no real provider is connected; elsewhere `DEMO=1
 * DEMO_PUBLIC=1` is needed. Throws a `SettingError` when an exposed server sets only one of the two, or when a demo
 * has a real payment provider.
 */
export const readDemo = (env: Environment, given: Surroundings): boolean => {
  const exposure = exposureOf(given);
  const { provider } = given.payment;
  const isAskedFor = textOf(env, 'DEMO') !== null;
  const demo = flagOf(env, 'DEMO', exposure === null && provider === 'sandbox');
  const isPublic = flagOf(env, 'DEMO_PUBLIC', false);
  if (demo && provider !== 'sandbox')
    fail('DEMO', `must be 0 with PAYMENT_PROVIDER=${provider}: the demo passwords are public`);
  if (demo && exposure !== null && !isPublic)
    fail('DEMO', `has fixed passwords; with ${exposure} it also needs DEMO_PUBLIC=1`);
  if (isPublic && !isAskedFor && exposure !== null) fail('DEMO', `must be 1 or 0 with DEMO_PUBLIC=1 and ${exposure}`);
  return demo;
};

/** A server of map tiles: the address with {z}, {x} and {y}, and the plain text that credits it. */
export interface MapTiles {
  url: string;
  attribution: string;
}

const ATTRIBUTION_MAX = 200;
const PLACEHOLDERS = ['{z}', '{x}', '{y}'];
/** The host becomes part of the page's policy, so only a name and a port are allowed. */
const HOST = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?\//i;

const isTemplate = (text: string): boolean =>
  HOST.test(text) &&
  PLACEHOLDERS.every((part) => text.split(part).length === 2) &&
  !/[{}\s]/.test(PLACEHOLDERS.reduce((rest, part) => rest.replace(part, ''), text));

/** Reads the tile server of the maps, or null without one. */
export const readMapTiles = (env: Environment): MapTiles | null => {
  const url = textOf(env, 'MAP_TILES_URL');
  if (url === null) {
    if (textOf(env, 'MAP_ATTRIBUTION') !== null) fail('MAP_ATTRIBUTION', 'needs MAP_TILES_URL');
    return null;
  }
  if (!isTemplate(url)) fail('MAP_TILES_URL', 'must be an address such as https://tiles.example/{z}/{x}/{y}.png');
  const { protocol, hostname } = urlOf('MAP_TILES_URL', url, ['https:', 'http:']);
  if (protocol === 'http:' && !isLoopback(hostname)) fail('MAP_TILES_URL', 'must begin with https://');
  const attribution = requiredText(env, 'MAP_ATTRIBUTION', 'MAP_TILES_URL');
  if (attribution.length > ATTRIBUTION_MAX) fail('MAP_ATTRIBUTION', `must have at most ${ATTRIBUTION_MAX} characters`);
  return { url, attribution };
};

/** Returns the origin that the page must be allowed to load pictures from. */
export const tileOrigin = (tiles: MapTiles | null): string | undefined =>
  tiles ? new URL(tiles.url).origin : undefined;

export interface IyzicoSettings {
  apiKey: string;
  secretKey: string;
  apiUrl: string;
}

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiUrl: string;
}

export type PaymentSettings =
  { provider: 'sandbox' } | ({ provider: 'iyzico' } & IyzicoSettings) | ({ provider: 'stripe' } & StripeSettings);

/** Prefix of the keys of iyzico's test environment, which work only there. */
const TEST_KEY = 'sandbox-';

const iyzicoOf = (env: Environment): IyzicoSettings => {
  const because = 'PAYMENT_PROVIDER=iyzico';
  const apiKey = requiredText(env, 'IYZICO_API_KEY', because);
  const secretKey = requiredText(env, 'IYZICO_SECRET_KEY', because);
  const isTest = apiKey.startsWith(TEST_KEY);
  if (isTest !== secretKey.startsWith(TEST_KEY))
    fail('IYZICO_SECRET_KEY', 'must be of the same environment as IYZICO_API_KEY (both sandbox-…, or neither)');
  const standard = isTest ? 'https://sandbox-api.iyzipay.com' : 'https://api.iyzipay.com';
  return { apiKey, secretKey, apiUrl: providerUrl(env, 'IYZICO_API_URL', standard) };
};

const stripeOf = (env: Environment): StripeSettings => {
  const because = 'PAYMENT_PROVIDER=stripe';
  const keyOf = (name: string, pattern: RegExp, example: string): string => {
    const key = requiredText(env, name, because);
    return pattern.test(key) ? key : fail(name, `must be a key such as ${example}`);
  };
  const secretKey = keyOf('STRIPE_SECRET_KEY', /^(sk|rk)_(test|live)_\w+$/, 'sk_live_…');
  const publishableKey = keyOf('STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'pk_live_…');
  if (secretKey.split('_')[1] !== publishableKey.split('_')[1])
    fail('STRIPE_PUBLISHABLE_KEY', 'must be of the same mode (test or live) as STRIPE_SECRET_KEY');
  return {
    secretKey,
    publishableKey,
    webhookSecret: keyOf('STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, 'whsec_…'),
    apiUrl: providerUrl(env, 'STRIPE_API_URL', 'https://api.stripe.com'),
  };
};

/**
 * Throws when a provider's keys are set without PAYMENT_PROVIDER, because the sandbox would then give away credits for
 * free.
 */
const refuseForgotten = (env: Environment): void => {
  const names = ['IYZICO_API_KEY', 'IYZICO_SECRET_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'];
  const found = names.find((name) => textOf(env, name) !== null);
  if (found && textOf(env, 'PAYMENT_PROVIDER') === null) fail('PAYMENT_PROVIDER', `is required with ${found}`);
};

export interface PaymentChoice {
  payment: PaymentSettings;
  /** `basket`: the card form is a page of the dashboard; `provider_form`: it is the provider's. */
  paymentFlow: 'basket' | 'provider_form';
}

/** Reads the payment provider and the payment flow; throws for a combination that cannot work. */
export const readPayment = (env: Environment): PaymentChoice => {
  refuseForgotten(env);
  const provider = choiceOf(env, 'PAYMENT_PROVIDER', ['sandbox', 'iyzico', 'stripe'], 'sandbox');
  const standard = provider === 'stripe' ? 'provider_form' : 'basket';
  const paymentFlow = choiceOf(env, 'PAYMENT_FLOW', ['basket', 'provider_form'], standard);
  if (provider === 'stripe' && paymentFlow === 'basket')
    fail(
      'PAYMENT_FLOW',
      'must be provider_form with PAYMENT_PROVIDER=stripe: the server never sends card numbers to Stripe',
    );
  if (provider === 'iyzico') return { payment: { provider, ...iyzicoOf(env) }, paymentFlow };
  if (provider === 'stripe') return { payment: { provider, ...stripeOf(env) }, paymentFlow };
  return { payment: { provider }, paymentFlow };
};
