// `node scripts/check-releases.mjs [--previous COMMIT]`: tests the previous release on the store of this one. The
// previous release creates a store and serves it; this release migrates it meanwhile; both write, and each reads the
// other's data. Then the previous release starts again, as in a rollback, unless a migration took away what it uses:
// then it must say so and not start. The previous release is the newest tag, or the last commit of this history without
// a migration after RELEASED.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ensureBuilt, ROOT } from './support/parts.mjs';
import {
  buildPrevious,
  describeCommit,
  previousOrEnd,
  startsOnNewerStore,
  takesAwayFrom,
} from './support/previousRelease.mjs';
import { freePort, stopProcess, waitUntilReady } from './support/serverProcess.mjs';

const ROUNDS = 20;

const { values } = parseArgs({ options: { previous: { type: 'string' } } });

const folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
const results = [];
const expect = (name, passed, detail = '') => {
  results.push(passed);
  console.log(`${passed ? 'ok' : 'FAILED'}  ${name}${detail && ` (${detail})`}`);
};

/** Runs the server of a folder; throws with its output when it does not start. */
const start = async (root, databaseUrl) => {
  const port = await freePort();
  const main = pathToFileURL(path.join(root, 'build/server/main.js')).href;
  const program = `import(${JSON.stringify(main)}).then(({ main }) => main(${JSON.stringify(root)}))`;
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder, 'data'),
    DEMO: '1',
    DEMO_PUBLIC: '1',
    DEMO_WORKERS: '0',
    LOG_LEVEL: 'error',
    USER_RATE: '0',
    NETWORK_RATE: '0',
    npm_lifecycle_event: '',
  };
  const child = spawn(process.execPath, ['-e', program], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const stop = () => stopProcess(child);
  const callApi = async (method, address, { body, token, key } = {}) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    };
    const url = `http://127.0.0.1:${port}${address}`;
    const reply = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    return { status: reply.status, body: await reply.json().catch(() => null) };
  };
  const isReady = async () => (await callApi('GET', '/readyz').catch(() => null))?.status === 200;
  if (!(await waitUntilReady(child, port))) {
    await stop();
    throw new Error(output.trim());
  }
  return { callApi, isReady, stop };
};

const signIn = async (server, name) => {
  const body = { email: `${name}@demo.test`, password: 'Demo123!' };
  return (await server.callApi('POST', '/api/user/login', { body })).body.payload.access_token;
};

/** Writes with both servers; each reads the other's data at once. */
const writeWithBoth = async (previous, current, rows) => {
  const [company, branch] = [await signIn(previous, 'company'), await signIn(current, 'branch')];
  const [{ application, location, position, category }] = rows;
  const failures = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [writer, reader] of [
      [previous, current],
      [current, previous],
    ]) {
      const name = `Yer ${round} ${writer === current ? 'new' : 'old'}`;
      const made = await writer.callApi('POST', '/api/job/company-location', {
        body: { name, location: '40.983, 29.026' },
        token: company,
      });
      const places = await reader.callApi('GET', '/api/job/company-location', { token: company });
      if (made.status !== 200 || !JSON.stringify(places.body).includes(name)) failures.push(`place: ${made.status}`);

      const isShortlisted = round % 2 === 0 ? writer === current : writer === previous;
      const address = `/api/job/application/${application}`;
      const put = await writer.callApi('PUT', `${address}/shortlist`, { body: { isShortlisted }, token: branch });
      const seen = await reader.callApi('GET', `/api/search/application/${application}`, { token: branch });
      const isSeen = JSON.stringify(seen.body).includes(`"isShortListed":${isShortlisted}`);
      if (put.status !== 200 || seen.status !== 200 || !isSeen)
        failures.push(`shortlist: ${put.status} ${seen.status}`);

      // The same request goes to both servers with one key; it must be done once.
      const job = {
        title: name,
        description: 'Salonda servis.',
        status: 'draft',
        positionId: position,
        categoryId: category,
        contactType: 'no_contact',
        companyLocationIds: [location],
        isFullTime: true,
      };
      const [first, again] = [
        await writer.callApi('POST', '/api/job', { body: job, token: branch, key: name.replaceAll(' ', '-') }),
        await reader.callApi('POST', '/api/job', { body: job, token: branch, key: name.replaceAll(' ', '-') }),
      ];
      // Each release adds fields of its own to its reply.
      if (first.status !== 200 || again.status !== 200 || first.body.payload.job.id !== again.body.payload.job.id)
        failures.push(`job: ${first.status} ${again.status}`);
    }
  }
  return failures;
};

const commit = previousOrEnd(values.previous);
console.log(`Previous release: ${describeCommit(commit)}`);
ensureBuilt('server');
const running = [];
try {
  const root = buildPrevious(folder, commit);
  const { holdDatabase } = await import(pathToFileURL(path.join(ROOT, 'build/server/database.js')).href);
  const database = await holdDatabase(ROOT, { DATA_DIR: folder }, 2);
  running.push(database);
  let previous = await start(root, database.url);
  running.push(previous);

  const token = await signIn(previous, 'company');
  const answers = new Map();
  let isOver = false;
  const writing = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const { status } = await previous.callApi('POST', '/api/job/tag', { body: { name: `etiket ${at}` }, token });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  })();
  const current = await start(ROOT, database.url);
  running.push(current);
  isOver = true;
  await writing;
  const detail = [...answers].map(([status, count]) => `${status} × ${count}`).join(', ');
  expect(
    'the previous release keeps writing while this one migrates the store',
    [...answers.keys()].join() === '200',
    detail,
  );

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`
    select a.id as application, l.id as location, (select min(id) from job_positions) as position,
      (select min(id) from job_categories) as category
    from users u join company_locations l on l.user_id = u.id join jobs j on j.user_id = u.id and j.status = 'active'
    join applications a on a.job_id = j.id where u.email = 'branch@demo.test' order by a.id desc limit 1`);
  await client.end();
  const numbers = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, id]) => [name, Number(id)])));
  const failures = await writeWithBoth(previous, current, numbers);
  expect("both write, and each reads the other's data", failures.length === 0, [...new Set(failures)].join('; '));
  const taken = takesAwayFrom(commit);
  const isReady = { previous: await previous.isReady(), current: await current.isReady() };
  if (taken) expect(`only this release is ready after ${taken}`, isReady.current && !isReady.previous);
  else expect('both are ready', isReady.current && isReady.previous);

  await previous.stop();
  running.splice(running.indexOf(previous), 1);
  if (startsOnNewerStore(commit)) {
    previous = await start(root, database.url).catch((error) => error);
    const refusal = previous instanceof Error ? previous.message.slice(0, 300) : '';
    if (!refusal) running.push(previous);
    if (taken) expect('the previous release does not start and says why', refusal.includes(taken), refusal);
    else
      expect('the previous release starts on the store of this one', !refusal && (await previous.isReady()), refusal);
  } else
    console.log(
      'not checked  the previous release refuses every store with newer migrations: a rollback is impossible',
    );
} catch (error) {
  expect('the check finishes', false, error instanceof Error ? error.message : String(error));
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
}
const failed = results.filter((passed) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
