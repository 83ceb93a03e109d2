import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { postCompanyLocation } from '../../../contract/routes/jobs';
import { postErasure } from '../../../contract/routes/privacy';
import { login } from '../../../contract/routes/session';
import { backUp, restore, ARCHIVE, LABEL } from '../../../server/backup';
import { startEmbedded } from '../../../server/platform/database/embedded';
import { readSettings } from '../../../server/platform/settings';
import { serve, type RunningServer } from '../../../server/serve';
import { DEMO_PASSWORD } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/product/product';

const root = process.cwd();
const NOW = new Date('2026-03-11T09:00:00.000Z');

let world: string;
let port: number;
const inWorld = (name: string) => path.join(world, name);
const settingsIn = (name: string, env: Record<string, string> = {}) =>
  readSettings({ PORT: String(port), DATA_DIR: inWorld(name), DEMO_WORKERS: '0', LOG_LEVEL: 'silent', ...env });

const running = new Set<RunningServer>();

const start = async (
  name: string,
  env: Record<string, string> = {},
  printLine: (line: string) => void = () => undefined,
): Promise<RunningServer> => {
  const server = await serve(settingsIn(name, env), root, printLine);
  running.add(server);
  const stop = async () => {
    running.delete(server);
    await server.stop();
  };
  return { ...server, stop };
};

// A failed test leaves its server, which would keep the run from ending.
afterEach(async () => {
  for (const server of running) await server.stop();
  running.clear();
});

const post = async (address: string, body: unknown, token?: string) => {
  const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { payload: { access_token: string } } };
};
const signIn = () => post(login.path, { email: 'company@demo.test', password: DEMO_PASSWORD });

/** Adds places until `stop`, and collects the names that the server acknowledged. */
const writePlaces = (token: string) => {
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let n = 1; !isOver; n += 1) {
      const place = { name: `Yedek ${n}`, location: '40.983, 29.026' };
      if ((await post(postCompanyLocation.path, place, token)).status === 200) acknowledged.push(place.name);
    }
  })();
  return { acknowledged, stop: () => ((isOver = true), writing) };
};

const ask = async <Row extends object>(name: string, statement: string): Promise<Row[]> => {
  const { connectionString, stop } = await startEmbedded({ dataDir: inWorld(name), root });
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
    await stop();
  }
};

const backup = (to: string, env: Record<string, string> = {}) =>
  backUp({ settings: settingsIn('first', env), root, folder: inWorld(to), now: NOW });
const restoreInto = (name: string, from: string, env: Record<string, string> = {}) =>
  restore({ settings: settingsIn(name, env), root, folder: inWorld(from) });

let atStart: string[];
beforeAll(async () => {
  world = mkdtempSync(path.join(tmpdir(), 'dash-backup-'));
  port = await freePort();

  const server = await start('first');
  mkdirSync(inWorld('first/files/ab'), { recursive: true });
  writeFileSync(inWorld('first/files/ab/upload'), 'bytes of an upload');
  const writer = writePlaces((await signIn()).body.payload.access_token);
  await eventually(
    () => writer.acknowledged,
    ({ length }) => length >= 5,
  );
  atStart = [...writer.acknowledged];
  await backup('taken');
  await writer.stop();
  await server.stop();
});
afterAll(() => rmSync(world, { recursive: true, force: true }));

test('keeps every acknowledged change and upload in a backup taken while the server writes, and serves from it', async () => {
  await restoreInto('second', 'taken');
  expect(readFileSync(inWorld('second/files/ab/upload'), 'utf8')).toBe('bytes of an upload');
  const server = await start('second');
  expect((await signIn()).status).toBe(200);
  await server.stop();

  const places = await ask<{ name: string }>('second', `select name from company_locations where name like 'Yedek %'`);
  expect(atStart.length).toBeGreaterThanOrEqual(5);
  expect(places.map(({ name }) => name)).toEqual(expect.arrayContaining(atStart));
  // Half a change would be a place without its entry in the audit log.
  const [unlogged] = await ask<{ count: string }>(
    'second',
    `select count(*) from company_locations l where l.name like 'Yedek %' and not exists (
       select 1 from audit_log a where a.subject_type = 'company_location' and a.subject_id = l.id)`,
  );
  expect(unlogged?.count).toBe('0');
});

test('erases people again who were erased after the backup, before the restored server takes requests', async () => {
  const [person] = await ask<{ id: string; name: string }>(
    'first',
    `select w.id, coalesce(s.first_name || ' ' || s.last_name, w.first_name || ' ' || w.last_name) as name
     from workers w join applications a on a.worker_id = w.id join users u on u.id = a.user_id
       left join application_sources s on s.application_id = a.id
     where u.email = 'company@demo.test'
       and not exists (select from appointments p where p.worker_id = w.id and p.status in ('WAITING', 'ACTIVE'))
       and not exists (select from applications o where o.worker_id = w.id and o.organisation_id <> a.organisation_id)
     order by w.id limit 1`,
  );
  const { id, name } = person!;
  const env = { ERASURES_DIR: inWorld('list') };
  const erasing = await start('first', env);
  const token = (await signIn()).body.payload.access_token;
  const address = postErasure.path.replace(':id', id);
  expect((await post(address, { confirmName: name }, token)).status).toBe(200);
  await erasing.stop();

  await restoreInto('after the loss', 'taken');
  const living = () => ask('after the loss', `select id from workers where id = ${id}`);
  expect(await living()).toHaveLength(1);
  const lines: string[] = [];
  await (await start('after the loss', env, (line) => lines.push(line))).stop();
  expect(lines).toContain('Erased again after a restore: 1 people.');
  expect(await living()).toEqual([]);
});

test('backups without a running server', async () => {
  await backup('stopped');
  expect(readdirSync(inWorld('stopped')).sort()).toEqual([LABEL, 'files', ARCHIVE].sort());
  expect(JSON.parse(readFileSync(inWorld(`stopped/${LABEL}`), 'utf8'))).toMatchObject({ createdAt: NOW.toISOString() });
});

test('write nothing into a folder that is not empty', async () => {
  await expect(backup('taken')).rejects.toThrow(/^--to: \S+ is not empty: name a new folder\.$/);
  await expect(restoreInto('first', 'taken')).rejects.toThrow(/^DATA_DIR: \S+ is not empty: move it away/);
});

test.each<[string, (folder: string) => void, RegExp]>([
  ['that is damaged', (folder) => appendFileSync(path.join(folder, ARCHIVE), 'x'), /is damaged/],
  ['without its label', (folder) => rmSync(path.join(folder, LABEL)), /is not a complete backup/],
  ['without its archive', (folder) => rmSync(path.join(folder, ARCHIVE)), /is not a complete backup/],
  [
    'of another PostgreSQL',
    (folder) => {
      const file = path.join(folder, LABEL);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"postgres": "\d+"/, '"postgres": "9"'));
    },
    /^--from: PostgreSQL 9 made this backup, but this server uses \d+\.$/,
  ],
])('restore nothing from a backup %s', async (name, spoil, message) => {
  const spoilt = `spoilt ${name}`;
  cpSync(inWorld('taken'), inWorld(spoilt), { recursive: true });
  spoil(inWorld(spoilt));
  await expect(restoreInto('third', spoilt)).rejects.toThrow(message);
  expect(existsSync(inWorld('third/postgres'))).toBe(false);
});

test('name the database’s own tools when the store is external', async () => {
  const env = { DATABASE_URL: 'postgres://localhost/none', DEMO: '0' };
  await expect(backup('given', env)).rejects.toThrow('pg_dump');
  await expect(restoreInto('given', 'taken', env)).rejects.toThrow('pg_restore');
});
