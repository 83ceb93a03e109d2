import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../environment';

export type Format = 'jpeg' | 'png' | 'svg';

/** The accepted pictures and the JPEG made from them; sizes in pixels. */
export interface PictureRules {
  formats: readonly Format[];
  /** The severity at which a file is refused. */
  failOn: 'warning' | 'error';
  pixelsMax: number;
  width: number;
  height: number;
  quality: number;
}

/** Longest time for one picture: a crafted file can keep the decoder busy for hours. */
const WORK_MS = 10_000;
/** Idle time after which the process ends and frees its memory. */
const IDLE_MS = 10_000;

/**
 * The decoder needs no settings and no keys. These variables make glibc return freed memory, which it otherwise keeps
 * for each thread.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' };

let running: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

const clearRunning = (child: ChildProcess): void => {
  if (running === child) running = undefined;
};

const start = (): ChildProcess => {
  const child = fork(fromRoot('server/platform/pictures/decoderProcess.mjs'), {
    env: ENVIRONMENT,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => clearRunning(child));
  child.once('error', () => clearRunning(child));
  return child;
};

/** Unreferences the child, so that an idle decoder keeps neither this process nor itself alive. */
const letIdle = (child: ChildProcess): void => {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    clearRunning(child);
    child.kill();
  }, IDLE_MS).unref();
};

const asBuffer = (bytes: Uint8Array | null): Buffer | null => bytes && Buffer.from(bytes);

/**
 * Decodes a picture in the child process. Returns null when the decoder refuses the bytes, crashes on them or takes
 * longer than ten seconds. Rejects when it cannot be started. Allows one call at a time.
 */
export const decodeInChild = async (bytes: Buffer, rules: PictureRules): Promise<Buffer | null> => {
  clearTimeout(idle);
  const child = (running ??= start());
  child.ref();
  child.channel?.ref();
  const timer = setTimeout(() => child.kill('SIGKILL'), WORK_MS);
  const ended = new AbortController();
  const { signal } = ended;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then((message) => asBuffer(message[0] as Uint8Array | null)),
      once(child, 'exit', { signal }).then(() => null),
      new Promise<never>((_resolve, reject) => child.send({ bytes, rules }, (error) => error && reject(error))),
    ]);
  } finally {
    ended.abort();
    clearTimeout(timer);
    if (running === child) letIdle(child);
  }
};
