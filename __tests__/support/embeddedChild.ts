// A process that starts the embedded PostgreSQL in the given folder, writes rows and prints which are acknowledged,
// until it is killed.
import pg from 'pg';
import { startEmbedded } from '../../server/platform/database/embedded';

const run = async () => {
  const { connectionString } = await startEmbedded({ dataDir: process.argv[2]!, root: process.cwd() });
  const client = new pg.Client({ connectionString });
  client.on('error', () => process.exit(1));
  await client.connect();
  await client.query('create table if not exists written (n int primary key)');
  process.stdout.write('ready\n');
  for (let n = 1; ; n += 1) {
    await client.query('insert into written values ($1)', [n]);
    process.stdout.write(`${n}\n`);
  }
};

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
