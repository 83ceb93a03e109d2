import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ROOT } from './parts.mjs';

export const serve = async () => {
  process.env.NODE_ENV ??= 'production';
  ensureBuilt('web', 'server');
  const { main } = await import(pathToFileURL(path.join(ROOT, 'build/server/main.js')).href);
  await main(ROOT);
};
