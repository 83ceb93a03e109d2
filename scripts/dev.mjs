// `npm run dev`: runs the server with demo data, restarted when its sources change, and webpack's server with reload
// in front of it. Open the second address; Ctrl-C stops both.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import { ROOT } from './support/parts.mjs';

const PORT = process.env.PORT ?? '3000';
const DEV_PORT = process.env.DEV_PORT ?? '3001';
const OUT = path.join(ROOT, 'build/dev');
const MAIN = `import(${JSON.stringify(pathToFileURL(path.join(OUT, 'main.js')).href)}).then(({ main }) => main(${JSON.stringify(ROOT)}))`;

let server = null;
let ending = false;

const startServer = () => {
  const child = spawn(process.execPath, ['--enable-source-maps', '-e', MAIN], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PORT },
  });
  child.on('exit', () => {
    if (server === child) server = null;
  });
  server = child;
};

const stopServer = () =>
  new Promise((resolve) => {
    if (!server) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });

let turn = Promise.resolve();
const restart = {
  name: 'restart',
  setup: ({ onEnd }) => {
    onEnd(({ errors }) => {
      if (errors.length > 0 || ending) return;
      turn = turn.then(stopServer).then(() => (ending ? undefined : startServer()));
    });
  },
};

const watcher = await context({
  absWorkingDir: ROOT,
  entryPoints: ['server/main.ts'],
  outdir: OUT,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'info',
  plugins: [restart],
});
await watcher.watch();

const webpack = spawn(
  process.execPath,
  ['--import', 'tsx', 'node_modules/webpack/bin/webpack.js', 'serve', '--mode', 'development'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, API_PORT: PORT, DEV_PORT } },
);
console.log(`The dashboard with reload: http://127.0.0.1:${DEV_PORT}/dashboard`);

const end = async () => {
  if (ending) return;
  ending = true;
  webpack.kill('SIGTERM');
  await watcher.dispose();
  await turn;
  await stopServer();
  process.exit(0);
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
webpack.on('exit', end);
