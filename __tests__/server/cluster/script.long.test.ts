import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { GATEWAY_KEY } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { ask, freePort } from '../../support/product/product';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';
import { findWorld, type World } from '../../support/world';
import { exportAcross, messageAcross, signIn } from './scenario';

jest.setTimeout(400_000);

const SERVERS = 3;
const AT_ONCE = 8;
/** Runs only in `node scripts/check-cluster.mjs`, since it needs nginx and the built product. */
const isAsked = process.env.CLUSTER === '1';

/** Repeats a request on a new connection when the idle one was closed, as a browser does. */
const browser = (port: number) => {
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string, token: string, body?: object): Promise<number> =>
    new Promise((resolve) => {
      const data = body && JSON.stringify(body);
      const type = data && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) };
      const asked = request(
        { agent, host: '127.0.0.1', port, method, path, headers: { authorization: `Bearer ${token}`, ...type } },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode!));
          answer.on('error', () => resolve(0));
        },
      );
      asked.on('error', (error: NodeJS.ErrnoException) =>
        resolve(asked.reusedSocket && error.code === 'ECONNRESET' ? send(method, path, token, body) : 0),
      );
      asked.end(data);
    });
  return { send, close: () => agent.destroy() };
};

if (isAsked) {
  describe('npm run cluster', () => {
    let database: TestDatabase;
    let world: World;
    let child: ChildProcess;
    let said = '';
    let port: number;
    let origin: string;
    const saidAgain = (what: string, from = 0) =>
      eventually(
        () => {
          if (child.exitCode !== null) throw new Error(said);
          return said.slice(from);
        },
        (text) => text.includes(what),
        120_000,
      );

    beforeAll(async () => {
      database = await testDatabase();
      world = await findWorld(database.db);
      port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      child = spawn(process.execPath, ['scripts/cluster.mjs', '--servers', String(SERVERS)], {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(port),
          DATABASE_URL: database.url,
          DEMO: '1',
          DEMO_PUBLIC: '1',
          WORKER_GATEWAY_KEY: GATEWAY_KEY,
          LOG_LEVEL: 'error',
          USER_RATE: '0',
          JOBS_PER_DAY: '0',
          NETWORK_RATE: '0',
        },
      });
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data) => (said += data));
      await saidAgain('Ctrl-C ends all');
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      expect(await ended).toBe(0);
      expect(await ask(origin, 'GET', '/healthz')).toBeNull();
      await database.drop();
    });

    it('answers on one address whichever server responds', async () => {
      const token = await signIn(origin);
      const one = { one: origin, other: origin, third: origin };
      expect((await exportAcross(one, token, world.job)).subarray(0, 2).toString()).toBe('PK');
      const { threadId, threadWorkerId: workerId } = world;
      const event = await messageAcross(one, token, { threadId, workerId, key: GATEWAY_KEY });
      expect(event).toMatchObject({ type: 'message', threadId });
    });

    it('restarts its servers under load without a failed request', async () => {
      const token = await signIn(origin);
      const answers = new Map<number, number>();
      const { send, close } = browser(port);
      let isOver = false;
      const client = async (lane: number) => {
        for (let at = 0; !isOver; at += 1) {
          const status = await (lane % 2 === 0
            ? send('GET', '/api/user/me', token)
            : send('PUT', `/api/job/application/${world.application}/shortlist`, token, {
                isShortlisted: at % 2 === 0,
              }));
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
      };
      const clients = Array.from({ length: AT_ONCE }, (_, lane) => client(lane));
      const from = said.length;
      child.kill('SIGHUP');
      await saidAgain('All servers restarted', from);
      isOver = true;
      await Promise.all(clients);
      close();
      process.stdout.write(`cluster: ${[...answers].map(([status, n]) => `${status} × ${n}`).join(', ')}\n`);
      expect([...answers.keys()]).toEqual([200]);
    });

    it('restarts a killed server while the others answer', async () => {
      const token = await signIn(origin);
      const from = said.length;
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
      const victim = children.find((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('cluster/server.mjs'),
      );
      process.kill(Number(victim), 'SIGKILL');
      await saidAgain('it is started again', from);
      const { send, close } = browser(port);
      for (let at = 0; at < 50; at += 1) expect(await send('GET', '/api/user/me', token)).toBe(200);
      close();
    });
  });
} else {
  it('runs in node scripts/check-cluster.mjs only', () => {
    expect(existsSync('scripts/check-cluster.mjs')).toBe(true);
  });
}
