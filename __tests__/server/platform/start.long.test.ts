import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { serve, type RunningServer } from '../../../server/serve';
import { readSettings } from '../../../server/platform/settings';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

const root = process.cwd();

describe('npm start', () => {
  it.each(['12.22.12', '18.20.4', '19.9.0'])('names the required version in one line on Node %s', (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/start.mjs'],
      { encoding: 'utf8' },
    );
    expect([status, stdout, stderr]).toEqual([1, '', `This needs Node 20 or newer, this is ${version}.\n`]);
  });

  describe('npm start with a store', () => {
    let database: TestDatabase;
    let other: Server;
    let taken: number;

    beforeAll(async () => {
      database = await testDatabase();
      other = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      taken = (other.address() as AddressInfo).port;
    });
    afterAll(async () => {
      other.close();
      await database.drop();
    });

    const start = (env: Record<string, string>): Promise<RunningServer> =>
      serve(readSettings({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...env }), root, () => undefined);

    it('names a taken port and how to choose another', async () => {
      await expect(start({ PORT: String(taken) })).rejects.toThrow(
        new RegExp(`^Port ${taken} is taken: [^\\n]*PORT=${taken + 1} npm start\\.$`),
      );
    });

    it('names an unreachable store without its password', async () => {
      const DATABASE_URL = 'postgres://user:hunter2@127.0.0.1:9/none';
      const failure = start({ PORT: String(taken - 1), DATABASE_URL });
      await expect(failure).rejects.toThrow(/^The store cannot be reached: [^\n]*DATABASE_URL[^\n]*$/);
      await expect(failure).rejects.not.toThrow('hunter2');
    });

    it('refuses to serve a demo store as another product', async () => {
      await expect(start({ PORT: String(taken - 1) })).rejects.toThrow(
        /^DATABASE_URL: this store was filled as a demo, [^\n]*DEMO=1 DEMO_PUBLIC=1\.$/,
      );
    });

    it('leaves nothing running when it fails', async () => {
      const PORT = String(taken - 1);
      await database.pool.query('alter table branch_pages rename to pages_elsewhere');
      await expect(start({ PORT, DEMO: '1', DEMO_PUBLIC: '1' })).rejects.toThrow('branch_pages');
      await database.pool.query('alter table pages_elsewhere rename to branch_pages');
      await expect(fetch(`http://127.0.0.1:${PORT}/readyz`)).rejects.toThrow();
    });

    it('serves requests and stops cleanly', async () => {
      const empty = await testDatabase(null);
      const server = await start({ PORT: String(taken - 1), DATABASE_URL: empty.url });
      const address = `http://127.0.0.1:${taken - 1}`;
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      // Outside the demo, the gateway rejects all calls until a key is set.
      expect((await fetch(`${address}/worker-gateway/events`, { headers: { 'x-gateway-key': '' } })).status).toBe(401);
      await server.stop();
      await expect(fetch(`${address}/readyz`)).rejects.toThrow();
      await empty.drop();
    });
  });
});
