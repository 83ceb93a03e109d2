// `npm run bench -- plans [applications]`: checks that no statement of a list route scans a large table in full. Uses
// a load world (100,000 applications; 1000000 for the whole one) after ANALYZE, PostgreSQL's default settings and our
// own, and custom and generic plans.
import pg from 'pg';
import { buildApp } from '../server/app';
import { benchDeps, benchLogger } from './support/deps';
import { listRequests } from './support/listRequests';
import { findPlaces } from './support/places';
import { largeTables, seqScansOf } from './support/plans';
import { callerHeaders } from './support/sessions';
import { capture, type Statement } from './support/statements';
import { openWorlds } from './support/worlds';

const APPLICATIONS = Number(process.argv[2] ?? 100_000);
/** These lists must read every open job, to compare each with a place or a word. */
const LOOK_AT_ALL = ['open jobs near a worker', 'open jobs, a word'];

const statementsOf = async (url: string): Promise<Map<string, { name: string; statement: Statement }>> => {
  const { deps, pool } = benchDeps(url);
  const headers = await callerHeaders(deps);
  const app = await buildApp({ deps, logger: benchLogger() });
  const found = new Map<string, { name: string; statement: Statement }>();
  for (const { name, as, method, url: asked, body } of listRequests(await findPlaces(pool))) {
    if (LOOK_AT_ALL.includes(name)) continue;
    const send = () =>
      app.inject({ method, url: asked, headers: headers[as], ...(body !== undefined && { payload: body }) });
    const { result, statements } = await capture(send);
    if (result.statusCode !== 200) throw new Error(`${name}: ${result.statusCode} ${result.body}`);
    for (const statement of statements)
      if (/^\s*(select|with)\b/i.test(statement.text)) found.set(JSON.stringify(statement), { name, statement });
  }
  await app.close();
  await pool.end();
  return found;
};

const run = async () => {
  const worlds = await openWorlds();
  try {
    const url = await worlds.load(APPLICATIONS);
    const statements = await statementsOf(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const large = await largeTables(client);
    if (!large.has('applications')) throw new Error('the world is too small for a result');
    let failed = 0;
    for (const { name, statement } of statements.values()) {
      const findings = await seqScansOf(client, statement, large);
      if (findings.length === 0) continue;
      failed += 1;
      console.log(
        `${name}\n${statement.text}\n${findings.map((one) => `  ${one.table} (${one.rows} rows): ${one.under}`).join('\n')}`,
      );
    }
    await client.end();
    console.log(
      `${statements.size} statements of every list, 6 plans of each, ${large.size} large tables: ${failed} scan one in full`,
    );
    if (failed > 0 || statements.size === 0) process.exitCode = 1;
  } finally {
    await worlds.close();
  }
};

await run();
