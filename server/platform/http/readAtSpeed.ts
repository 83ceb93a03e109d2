import type { Readable } from 'node:stream';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AppError } from '../errors';

/** How slowly a body may come, counted over all of it after the first seconds. */
export interface LeastSpeed {
  bytesPerSecond: number;
  graceSeconds: number;
}

const TICK_MS = 1000;

/**
 * Reads a body of at most `length` bytes; 413 when more comes, 408 when it comes too slowly. What breaks off rejects. After a
 * 408 the connection has to be closed: nobody reads the rest.
 */
export const readAtSpeed = (body: Readable, length: number, least: LeastSpeed): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let [received, seconds] = [0, 0];
    const stop = (end: () => void) => {
      clearInterval(timer);
      body.removeAllListeners('data').pause();
      end();
    };
    const timer = setInterval(() => {
      seconds += 1;
      if (received < (seconds - least.graceSeconds) * least.bytesPerSecond)
        stop(() => reject(new AppError(408, ERROR_KEYS.invalid)));
    }, TICK_MS);
    body.on('data', (part: Buffer) => {
      received += part.length;
      if (received > length) stop(() => reject(new AppError(413, ERROR_KEYS.payloadTooLarge)));
      else parts.push(part);
    });
    body.once('end', () => stop(() => resolve(Buffer.concat(parts, received))));
    body.once('error', (error) => stop(() => reject(error)));
    body.once('close', () => stop(() => reject(new AppError(400, ERROR_KEYS.invalid))));
  });
