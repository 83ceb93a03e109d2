import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, ConnectionError } from 'fastify';
import { asEmail, withLatinDigits, withoutUnseen } from '../../../contract/constants/cleanText';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { Clock } from '../clock';
import { withStatementTags } from '../database/connect';
import { AppError } from '../errors';
import { negotiateLanguage } from '../messages';
import type { Deps } from '../deps';
import { headersOf } from './headers';
import type { Readable } from 'node:stream';

/** The function that cleans a text, by the name of its field; `q` is what people search for. */
const CLEANERS: readonly (readonly [field: RegExp, clean: (text: string) => string])[] = [
  [/(^n|N)ame$|^(q|title)$/, withoutUnseen],
  [/(^e|E)mail$/, asEmail],
  [/(^p|P)hone(Number)?$|^code$/, (text) => withLatinDigits(withoutUnseen(text))],
];

/** Limits the recursion, which could use up the stack. Validation later refuses what is nested deeper. */
const DEPTH_MAX = 32;

/**
 * Removes invisible characters from names, titles, searches, mail addresses, phone numbers and codes in a body or a
 * query, and normalises digits.
 */
export const cleaned = (value: unknown, field = '', depth = 0): unknown => {
  if (depth > DEPTH_MAX) return value;
  if (typeof value === 'string') return CLEANERS.find(([fields]) => fields.test(field))?.[1](value) ?? value;
  if (Array.isArray(value)) return value.map((one) => cleaned(one, field, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, name, depth + 1)]));
};

const PROXY_WARNING =
  'A request came with X-Forwarded-For, but TRUST_PROXY is off: behind a reverse proxy all people share the limits of ' +
  'one address, and one who guesses passwords locks out the others. Set TRUST_PROXY=1 if the proxy is yours.';

/**
 * Gives each request its language, its id and the server's time, refuses addresses that are too long, and logs one line
 * per response. Warns once about a proxy that the settings do not know.
 */
export const addRequestContext = (
  app: FastifyInstance,
  {
    clock,
    urlLimit,
    tagsStatements,
    trustsProxy,
  }: { clock: Clock; urlLimit: number; tagsStatements: boolean; trustsProxy: boolean },
): void => {
  // Computed on demand, because few responses need it, mostly failures.
  app.decorateRequest('language', {
    getter() {
      return negotiateLanguage(this.headers['accept-language']);
    },
  });
  let warns = !trustsProxy;
  app.addHook('onRequest', async (request, reply) => {
    if (warns && request.headers['x-forwarded-for'] !== undefined) {
      warns = false;
      request.log.warn(PROXY_WARNING);
    }
    // The dashboard uses this clock, because the device's may be wrong.
    void reply.headers({ 'x-request-id': request.id, date: clock.now().toUTCString() });
    if (request.url.length > urlLimit) throw new AppError(414, ERROR_KEYS.payloadTooLarge);
  });
  if (tagsStatements) {
    const tag = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
      withStatementTags({ request_id: request.id, route: request.routeOptions.url ?? 'none' }, done);
    app.addHook('onRequest', tag);
    // A body arrives through socket events, which run outside the request's context.
    app.addHook('preValidation', (request, reply, done) =>
      request.body === undefined ? done() : tag(request, reply, done),
    );
  }
  // Logs the route's pattern, not the address, which can hold a searched name or a token.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.user?.id,
      },
      'answered',
    );
  });
};

// Errors of Node's HTTP parser by code; any other input is not HTTP.
const FAILURES: Record<string, [status: number, key: ErrorKey]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, ERROR_KEYS.invalid],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, ERROR_KEYS.payloadTooLarge],
  HPE_HEADER_OVERFLOW: [431, ERROR_KEYS.payloadTooLarge],
};
const NO_HTTP: [number, ErrorKey] = [400, ERROR_KEYS.invalid];

/** Answers input that is no valid request with the envelope, in English, and closes the connection. */
export const answerClientError =
  ({ messages, settings }: Pick<Deps, 'messages' | 'settings'>) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, key] = FAILURES[error.code ?? ''] ?? NO_HTTP;
    const requestId = randomUUID();
    const body = JSON.stringify({ ok: false, key, message: messages.ofKey(key, 'en'), requestId });
    const headers = {
      ...headersOf(settings),
      'cache-control': 'no-store',
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroy(error);
  };

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
