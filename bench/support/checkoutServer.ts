// Serves the product of the checkout in whose folder it runs, with a demo world of that checkout.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Worlds from './worlds';

const load = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve('bench/support', file)).href);

const { openWorlds } = (await load('worlds.ts')) as typeof Worlds;
const store = await openWorlds();
process.on('SIGTERM', () => void store.close().then(() => process.exit()));
const demo = await store.demo();
// It wants two worlds.
process.argv.push(demo, demo);
await load('apiServer.ts');
