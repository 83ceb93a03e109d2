// `npm run bench -- NAME`: runs bench/NAME.ts.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const [name, ...args] = process.argv.slice(2);
if (!name || !existsSync(`bench/${name}.ts`)) {
  const names = readdirSync('bench')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3));
  console.error(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`);
  process.exit(1);
}
process.exitCode =
  spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...args], { stdio: 'inherit' }).status ?? 1;
