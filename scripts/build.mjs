// `npm run build [web] [server]`: builds the dashboard into build/public and the server into build/server.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOf, PARTS, ROOT, stamp } from './support/parts.mjs';

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const WEBPACK = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');
if (!existsSync(WEBPACK)) fail('The build tools are not installed: run "npm ci" (with development packages) first.');

/** Runs a command and prints its output only when it failed. */
const run = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } });
    const result = [];
    child.stdout.on('data', (data) => result.push(data));
    child.stderr.on('data', (data) => result.push(data));
    child.on('close', (status) => {
      if (status !== 0) console.error(Buffer.concat(result).toString().split('\n').slice(-60).join('\n'));
      resolve(status === 0);
    });
  });

const compressors = {
  '.gz': (data) => promisify(gzip)(data, { level: 9 }),
  '.br': (data) => promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }),
};
const LEAST_BYTES = 1024;

/** Writes a .gz and a .br beside each text asset, so that no request has to compress it. */
const compress = async (folder) => {
  const packFile = async (entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || !/\.(js|css|svg|json)$/.test(entry.name)) return;
    const data = readFileSync(file);
    if (data.length < LEAST_BYTES) return;
    for (const [extension, pack] of Object.entries(compressors)) writeFileSync(file + extension, await pack(data));
  };
  await Promise.all(readdirSync(folder, { withFileTypes: true, recursive: true }).map(packFile));
};

/** Addresses of the pages whose program the service worker keeps on the device. */
const KEPT_PAGES = [
  '/login',
  '/logout',
  '/today',
  '/jobs',
  '/applications',
  '/jobs/detail/1',
  '/jobs/detail/1/1',
  '/inbox',
  '/inbox/1/1',
];

const PUSH_TEXTS = ['push.title', 'push.text'];

/** Bundles the service worker with the names of the files that it keeps, by language. */
const buildServiceWorker = async (folder) => {
  const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const pages = read('parts.json');
  const kept = pages.filter(({ path: pattern }) => KEPT_PAGES.some((address) => new RegExp(pattern).test(address)));
  const offline = read('offline.json');
  const filesOf = (language) => [...new Set([...kept.flatMap(({ files }) => files[language]), ...offline])];
  const byLanguage = (valueOf) =>
    Object.fromEntries(Object.keys(kept[0].files).map((language) => [language, valueOf(language)]));
  const textsOf = (language) => {
    const texts = JSON.parse(readFileSync(path.join(ROOT, `i18n/${language}.json`), 'utf8'));
    return Object.fromEntries(PUSH_TEXTS.map((id) => [id, texts[id]]));
  };
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/serviceWorker/index.ts'],
    outfile: path.join(folder, 'push-sw.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      FILES: JSON.stringify(byLanguage(filesOf)),
      PUSH_TEXTS: JSON.stringify(byLanguage(textsOf)),
      'process.env.NODE_ENV': '"production"',
    },
    logLevel: 'error',
  });
};

const BUILDERS = {
  web: async (hash) => {
    if (!(await run(['--import', 'tsx', WEBPACK, '--mode', 'production']))) return false;
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const folder = path.join(ROOT, 'build/public');
    writeFileSync(path.join(folder, 'version.json'), JSON.stringify({ version: `${version}+${hash.slice(0, 8)}` }));
    await buildServiceWorker(folder);
    await compress(path.join(folder, 'assets'));
    return true;
  },
  server: async () => {
    const { build } = await import('esbuild');
    rmSync(path.join(ROOT, 'build/server'), { recursive: true, force: true });
    const result = await build({
      absWorkingDir: ROOT,
      entryPoints: ['main', 'admin', 'seed', 'backup', 'database'].map((name) => `server/${name}.ts`),
      outdir: 'build/server',
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      sourcemap: true,
      logLevel: 'error',
    }).catch(() => null);
    return result !== null;
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((part) => !(part in PARTS));
if (unknown) fail(`Unknown part: ${unknown}. Choose from: ${Object.keys(PARTS).join(', ')}`);

for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const hash = hashOf(part);
  const started = Date.now();
  console.log(PARTS[part].announcement);
  if (!(await BUILDERS[part](hash))) fail(`The ${part} build failed; see its output above.`);
  stamp(part, hash);
  console.log(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
