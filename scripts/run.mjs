// `npm run seed`, `admin` and `backup`: runs build/server/NAME.js with the rest of the command line.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ROOT } from './support/parts.mjs';

const [name, ...args] = process.argv.slice(2);
if (!['seed', 'admin', 'backup'].includes(name)) {
  console.error('node scripts/run.mjs seed|admin|backup …');
  process.exit(1);
}
ensureBuilt('server');
const { main } = await import(pathToFileURL(path.join(ROOT, `build/server/${name}.js`)).href);
await main(ROOT, args);
