import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { bundleProcess, type Bundle } from '../bundleProcess';
import { eventually } from '../eventually';

export type { Bundle } from '../bundleProcess';

/** Far longer than a start takes, for a busy machine. */
const READY_MS = 90_000;

/** Bundles the whole server. */
export const bundleProduct = (): Promise<Bundle> => bundleProcess('__tests__/support/product/process.ts');

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

export interface Product {
  origin: string;
  port: number;
  pid(): number;
  said(): string;
  isReady(): Promise<boolean>;
  /** Resolves with the milliseconds until it is ready. */
  ready(): Promise<number>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Runs the product on a port and restarts it when it dies, as a supervisor does (systemd's Restart=always, `npm run
 * cluster`).
 */
export const runProduct = (bundle: Bundle, port: number, env: Record<string, string>): Product => {
  let child: ChildProcess;
  let said = '';
  let isStopping = false;
  const start = () => {
    child = spawn(process.execPath, [bundle.file], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data) => (said += data));
    child.once('exit', () => isStopping || start());
  };
  start();
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.ok ?? false;
  };
  return {
    origin,
    port,
    pid: () => child.pid!,
    said: () => said,
    isReady,
    ready: async () => {
      const started = performance.now();
      await eventually(
        async () => ({ isReady: await isReady(), said: said.slice(0, 4_000) }),
        (seen) => seen.isReady,
        READY_MS,
      );
      return performance.now() - started;
    },
    stop: async () => {
      isStopping = true;
      if (child.exitCode !== null) return child.exitCode;
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill('SIGTERM');
      return ended;
    },
  };
};

export interface Reply {
  status: number;
  // Untyped, since each test checks the body by its expectations.
  body: ReturnType<typeof JSON.parse>;
  file: Buffer;
}

/** Sends a request and returns null without a response. */
export const ask = async (
  origin: string,
  method: string,
  path_: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply | null> => {
  const isBytes = Buffer.isBuffer(body);
  try {
    const reply = await fetch(`${origin}${path_}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const file = Buffer.from(await reply.arrayBuffer());
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    return { status: reply.status, body: isJson ? JSON.parse(file.toString()) : null, file };
  } catch {
    return null;
  }
};
