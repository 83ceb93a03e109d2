import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AppError } from '../errors';

/**
 * Stops accepting requests and waits at most `milliseconds` for the running ones: a client that never finishes its
 * request must not prevent an orderly shutdown of the store.
 */
export const closeWithin = async (app: FastifyInstance, milliseconds: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
};

/** The minimum average speed of a body, measured after the first seconds. */
export interface MinimumSpeed {
  bytesPerSecond: number;
  graceSeconds: number;
}

const TICK_MS = 1000;

/**
 * Reads a body of at most `length` bytes; throws 413 when it is longer and 408 when it arrives too slowly. Rejects
 * when the connection breaks. After a 408 the caller must close the connection, because the rest stays unread.
 */
export const readAtSpeed = (body: Readable, length: number, minimum: MinimumSpeed): Promise<Buffer> =>
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
      if (received < (seconds - minimum.graceSeconds) * minimum.bytesPerSecond)
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
