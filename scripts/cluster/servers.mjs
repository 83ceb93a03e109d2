// Server processes that are restarted when they die.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../support/parts.mjs';
import { isReady } from '../support/serverProcess.mjs';

/** A server that dies within this time after its start waits as long before the next start. */
const SOON_MS = 1_000;
const READY_MS = 60_000;

/** Waits until a server is ready; throws after a minute. */
export const waitUntilReady = async (port) => {
  for (const end = Date.now() + READY_MS; Date.now() < end; await pause(50)) if (await isReady(port)) return;
  throw new Error(`the server of port ${port} is not ready after ${READY_MS / 1000} s`);
};

/** Runs one server on a port and restarts it until it is stopped; calls `env` at each start. */
export const superviseServer = (port, env) => {
  let child;
  let isStopping = false;
  let exited = Promise.resolve();

  const start = () => {
    const startedAt = Date.now();
    // A separate process group, because the parent handles Ctrl-C. The server stops by itself when the parent is gone.
    child = spawn(process.execPath, [path.join(ROOT, 'scripts/cluster/server.mjs')], {
      env: { ...process.env, NODE_ENV: 'production', npm_lifecycle_event: 'cluster', ...env(), PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    exited = new Promise((resolve) => child.once('exit', resolve)).then(async (code) => {
      if (isStopping) return;
      console.error(`The server of port ${port} ended (${code ?? 'killed'}); it is started again.`);
      if (Date.now() - startedAt < SOON_MS) await pause(SOON_MS);
      if (!isStopping) start();
    });
  };
  const stop = async () => {
    isStopping = true;
    child.kill('SIGTERM');
    await exited;
  };
  start();
  return {
    port,
    pid: () => child.pid,
    stop,
    /** Stops the server in order, and starts it from the current build. */
    restart: async () => {
      await stop();
      isStopping = false;
      start();
      await waitUntilReady(port);
    },
  };
};
