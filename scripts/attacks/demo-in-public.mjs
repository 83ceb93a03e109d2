import assert from 'node:assert/strict';
import { startServer } from '../support/attackWorld.mjs';

export const title = 'a public server is a demo: fixed passwords, and the outbox with codes and links';
export const startsOwn = true;

const PUBLIC = [
  { PUBLIC_URL: 'https://jobs.example.com' },
  { TRUST_PROXY: '1' },
  { PUBLIC_URL: 'https://jobs.example.com', TRUST_PROXY: '1' },
  { SMTP_URL: 'smtps://user:password@mail.example.com:465', MAIL_FROM: 'Jobs <jobs@example.com>' },
];
/** With a real payment provider the server must not start as a demo, even when asked to. */
const LIVE = { PAYMENT_PROVIDER: 'iyzico', IYZICO_API_KEY: 'live-key', IYZICO_SECRET_KEY: 'live-secret' };

const settingNames = (env) => Object.keys(env).join(', ');

const checkPublic = async (env) => {
  const server = await startServer({ env, isDemo: false });
  try {
    if (!server.ready) return;
    const { status } = await server.call('GET', '/dev/outbox', {});
    assert.equal(status, 404, `with ${settingNames(env)} anybody can read /dev/outbox`);
    const { token } = await server.signIn('root');
    assert.equal(token, undefined, `with ${settingNames(env)} anybody can sign in as root@demo.test`);
  } finally {
    await server.stop();
  }
};

const checkLive = async () => {
  const env = { ...LIVE, DEMO: '1', DEMO_PUBLIC: '1' };
  const server = await startServer({ env, isDemo: false });
  await server.stop();
  assert.equal(server.ready, false, `a demo starts beside a real payment provider (${settingNames(env)})`);
};

// A server that starts mostly waits.
export const run = () => Promise.all([...[...PUBLIC, LIVE].map(checkPublic), checkLive()]);
