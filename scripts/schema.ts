// `npm run schema`: writes server/platform/database/schema.ts from the migrations, using a temporary embedded
// PostgreSQL. `npm run schema -- --check [URL]`: fails when that file is out of date; URL is an empty database to use
// instead.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../server/db/migrate';
import { createPool } from '../server/platform/database/connect';
import { startEmbedded } from '../server/platform/database/embedded';
import { generateSchema, SCHEMA_FILE } from './schema/generate';

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });

const startOwn = async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dash-schema-'));
  const { connectionString, stop } = await startEmbedded({ dataDir: folder, root: process.cwd() });
  return {
    url: connectionString,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const given = positionals[0];
const { url, stop } = given === undefined ? await startOwn() : { url: given, stop: async () => undefined };
const pool = createPool(url);
try {
  await migrate(pool, 'server/db/migrations');
  const text = await generateSchema(pool);
  if (!values.check) {
    writeFileSync(SCHEMA_FILE, text);
  } else if (text !== readFileSync(SCHEMA_FILE, 'utf8')) {
    console.error(`${SCHEMA_FILE} is out of date: run npm run schema.`);
    process.exitCode = 1;
  }
} finally {
  await pool.end();
  await stop();
}
