// One server process of `npm run cluster`, from the build.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/parts.mjs';

const { main } = await import(pathToFileURL(path.join(ROOT, 'build/server/main.js')).href);
await main(ROOT);
