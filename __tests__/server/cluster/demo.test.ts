import { demoSettings } from '../../../server/database';
import { readSettings, SettingError } from '../../../server/platform/settings';

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const GIVEN = { DATABASE_URL: 'postgres://me@db.example/jobs' };

/** Returns the settings of each server in a cluster: the operator's and those that the cluster adds. */
const inCluster = (env: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'postgres://me@/own?host=/tmp', ...env, TRUST_PROXY: '1', ...demoSettings(env) });

describe('the servers of npm run cluster', () => {
  it.each<[boolean, Record<string, string>]>([
    [true, {}],
    [true, { PUBLIC_URL: 'http://localhost:3000' }],
    [true, { HOST: '0.0.0.0', DEMO: '1', DEMO_PUBLIC: '1' }],
    [true, { ...GIVEN, DEMO: '1', DEMO_PUBLIC: '1' }],
    [false, { DEMO: '0' }],
    [false, { PUBLIC_URL: 'https://jobs.example' }],
    [false, { HOST: '0.0.0.0' }],
    [false, { TRUST_PROXY: '1' }],
    [false, { PAYMENT_PROVIDER: 'stripe', ...KEYS }],
    [false, GIVEN],
  ])('run as a demo: %s with %j', (demo, env) => {
    expect(inCluster(env).demo).toBe(demo);
  });

  it('refuse to start with half of the demo’s settings', () => {
    expect(() => inCluster({ HOST: '0.0.0.0', DEMO: '1' })).toThrow(SettingError);
  });
});
