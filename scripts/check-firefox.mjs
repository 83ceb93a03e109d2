// `node scripts/check-firefox.mjs [WORDS]`: runs the main journeys in Firefox over WebDriver BiDi in the demo world.
// WORDS select journeys by name. Installs Debian's firefox-esr when it is missing (or set FIREFOX_PATH).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { NOON, shiftedProgram } from '../e2e/support/shiftedClock.mjs';
import { JOURNEYS } from './firefox/journeys.mjs';
import { worldOf } from './firefox/person.mjs';
import { install } from './support/debian.mjs';
import { ensureBuilt, ROOT } from './support/parts.mjs';
import { freePort, stopProcess, waitUntilReady } from './support/serverProcess.mjs';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const folder = mkdtempSync(path.join(tmpdir(), 'firefox-'));

/** Milliseconds that move the journeys to noon, because at night the dashboard asks before it sends. */
const offset = Date.parse(NOON) - Date.now();

const startServer = (port) => {
  const env = { PORT: String(port), DATA_DIR: path.join(folder, 'data'), DEMO_WORKERS: '0', LOG_LEVEL: 'error' };
  const options = { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] };
  const program = `${shiftedProgram(offset)} import(${JSON.stringify(pathToFileURL(path.join(ROOT, 'scripts/start.mjs')).href)})`;
  return spawn(process.execPath, ['-e', program], options);
};

/** Runs one journey and returns its failure, or null. */
const failureOf = async (journey, world) => {
  world.faults.length = 0;
  try {
    await journey(world, folder);
  } catch (error) {
    return [error.stack, ...world.faults].join('\n');
  }
  return world.faults.length > 0 ? world.faults.join('\n') : null;
};

const results = [];
let server = null;
let browser = null;
try {
  if (!existsSync(FIREFOX)) install('firefox-esr');
  ensureBuilt('web', 'server');
  const port = await freePort();
  server = startServer(port);
  if (!(await waitUntilReady(server, port))) throw new Error('the server did not start');
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  console.log(await browser.version());
  const wanted = process.argv.slice(2).join(' ');
  for (const [name, journey] of Object.entries(JOURNEYS).filter(([key]) => key.includes(wanted))) {
    const started = Date.now();
    const failure = await failureOf(journey, worldOf(browser, { origin: `http://127.0.0.1:${port}`, offset }));
    results.push(failure === null);
    console.log(`${failure ? 'FAILED' : 'ok'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (failure) console.error(failure);
  }
} catch (error) {
  results.push(false);
  console.error(error instanceof Error ? error.message : error);
} finally {
  await browser?.close();
  if (server) await stopProcess(server);
  rmSync(folder, { recursive: true, force: true });
}
const failed = results.filter((passed) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || results.length === 0 ? 1 : 0;
