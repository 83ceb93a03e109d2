import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns a port that is free now. */
export const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

/** Returns whether the server of this port answers that it is ready. */
export const isReady = async (port) =>
  (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null))?.ok ??
  false;

/** Waits until the server of a child process is ready. Returns false when the process ends or the time is over. */
export const waitUntilReady = async (child, port, milliseconds = 120_000) => {
  for (const end = Date.now() + milliseconds; !(await isReady(port)); await sleep(200))
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) return false;
  return true;
};

/** Stops a child process and waits until it has ended. */
export const stopProcess = async (child) => {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};
