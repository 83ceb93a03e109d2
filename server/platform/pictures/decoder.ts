import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../root';
import type { PictureRules } from './remakePicture';

/** Longest work on one picture: a file can be made to keep the decoder busy for hours. */
const WORK_MS = 10_000;
/** So long after the last picture the process ends, and gives back its memory. */
const IDLE_MS = 10_000;

/** It needs no settings and no keys; glibc keeps what was freed for each thread, unless it is told not to. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' };

let running: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

const forget = (child: ChildProcess): void => {
  if (running === child) running = undefined;
};

const start = (): ChildProcess => {
  const child = fork(fromRoot('server/platform/pictures/decoderProcess.mjs'), {
    env: ENVIRONMENT,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => forget(child));
  child.once('error', () => forget(child));
  return child;
};

/** An idle decoder holds up neither the end of this process nor its own. */
const rest = (child: ChildProcess): void => {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    forget(child);
    child.kill();
  }, IDLE_MS).unref();
};

const asBuffer = (bytes: Uint8Array | null): Buffer | null => bytes && Buffer.from(bytes);

/**
 * What the decoder makes of the bytes; null when it refuses them, dies of them or takes longer than ten seconds. Rejects when
 * it cannot be started. One call at a time.
 */
export const decodeApart = async (bytes: Buffer, rules: PictureRules): Promise<Buffer | null> => {
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
    if (running === child) rest(child);
  }
};
