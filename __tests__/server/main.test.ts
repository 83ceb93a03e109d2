import { warningsOf } from '../../server/main';
import { readSettings } from '../../server/platform/settings';

describe('the start of a server outside the demo', () => {
  const erasuresIn = (env: Record<string, string>) =>
    warningsOf(readSettings({ DEMO: '0', ...env })).filter((line) => line.startsWith('ERASURES_DIR'));

  it.each<[boolean, Record<string, string>]>([
    [true, {}],
    [true, { DATABASE_URL: 'postgres://somebody@db.example/dashboard' }],
    [true, { DATA_DIR: '/srv/data', ERASURES_DIR: '/srv/data/lists/erasures' }],
    [false, { DATA_DIR: '/srv/data', ERASURES_DIR: '/srv/data-erasures' }],
    [false, { DATA_DIR: '/srv/data', ERASURES_DIR: '/backups/erasures' }],
  ])('warns the operator when the list of erased people would be lost with the store: %p %p', (isLost, env) => {
    expect(erasuresIn(env)).toHaveLength(isLost ? 1 : 0);
  });

  it('names the missing providers; a demo needs none', () => {
    const names = warningsOf(readSettings({ DEMO: '0' })).map((line) => line.split(' ')[0]);
    expect(names).toEqual(['SMS_PROVIDER', 'SMTP_URL', 'PAYMENT_PROVIDER', 'ERASURES_DIR']);
    expect(warningsOf(readSettings({}))).toEqual([]);
  });
});
