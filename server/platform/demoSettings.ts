import { fail, flagOf, textOf, type Environment } from './environment';
import { isLoopback } from './net';
import type { PaymentChoice } from './paymentSettings';
import type { ProviderSettings } from './providerSettings';

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
