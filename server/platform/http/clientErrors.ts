import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { Deps } from '../deps';
import { newRequestId } from './requestContext';
import { headersOf } from './securityHeaders';

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
    const requestId = newRequestId();
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
