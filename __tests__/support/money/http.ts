import { Agent, request as httpRequest } from 'node:http';
import type { Servers } from './servers';

export interface ClientRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a text as a form. */
  body?: object | string;
  hangUpAfter?: number;
}

export interface ClientReply {
  status: number;
  text: string;
  /** `payload` of the envelope, or the key of an error. */
  body: { payload?: ReturnType<typeof JSON.parse>; key?: string };
}

/** The server is gone when a connection is silent for this long. */
const TIMEOUT_MS = 10_000;

const parse = (text: string): ClientReply['body'] => {
  try {
    return JSON.parse(text) as ClientReply['body'];
  } catch {
    return {};
  }
};

export type Client = (request: ClientRequest) => Promise<ClientReply | null>;

/** Sends a request to one of the servers and returns null without a response: the server died or the client hung up. */
export const clientOf = (servers: Servers): Client & { close(): void } => {
  const agent = new Agent({ keepAlive: true });
  const client: Client = ({ method = 'GET', path, token, headers = {}, body, hangUpAfter }) =>
    new Promise((resolve) => {
      const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
      const data = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const request = httpRequest(
        {
          agent,
          host: '127.0.0.1',
          port: servers.port(),
          method,
          path,
          timeout: TIMEOUT_MS,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(data !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(data) }),
            ...headers,
          },
        },
        (reply) => {
          let text = '';
          reply.setEncoding('utf8');
          reply.on('data', (part: string) => (text += part));
          reply.on('error', () => resolve(null));
          reply.on('close', () =>
            resolve(reply.complete ? { status: reply.statusCode ?? 0, text, body: parse(text) } : null),
          );
        },
      );
      request.on('error', () => resolve(null));
      request.on('timeout', () => request.destroy());
      if (hangUpAfter !== undefined) setTimeout(() => request.destroy(), hangUpAfter).unref();
      request.end(data);
    });
  return Object.assign(client, { close: () => agent.destroy() });
};
