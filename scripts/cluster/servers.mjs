// Server processes that are started again when they die.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../support/parts.mjs';

/** A server that dies sooner than this after its start waits for as long before the next. */
const SOON_MS = 1_000;
const READY_MS = 60_000;

/** Whether the server of a port is ready. */
export const isReady = async (port) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
};

/** Waits until a server is ready; throws after a minute. */
export const waitUntilReady = async (port) => {
  for (const end = Date.now() + READY_MS; Date.now() < end; await pause(50)) if (await isReady(port)) return;
  throw new Error(`the server of port ${port} is not ready after ${READY_MS / 1000} s`);
};

/** Runs one server on a port, again and again until it is stopped. `env` is asked at each start. */
export const superviseServer = (port, env) => {
  let child;
  let isStopping = false;
  let exited = Promise.resolve();

  const start = () => {
    const startedAt = Date.now();
    // In a group of its own: Ctrl-C in the terminal is for whoever holds them all. It ends by itself when that one is gone.
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
    /** Ends it in good order, and starts it from what is built now. */
    restart: async () => {
      await stop();
      isStopping = false;
      start();
      await waitUntilReady(port);
    },
  };
};
