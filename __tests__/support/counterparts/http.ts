import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

export interface HttpCounterpart {
  seen: Seen[];
  url: string;
  /** Sets the response from now on; null hangs up without one. */
  answer(status: number | null, body?: unknown): void;
  close(): Promise<void>;
}

/** Starts a local stand-in for a provider, which records each request and gives the response set by the test. */
export const httpCounterpart = async (): Promise<HttpCounterpart> => {
  const seen: Seen[] = [];
  let reply: { status: number | null; body: string } = { status: 200, body: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (data: Buffer) => chunks.push(data));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (reply.status === null) return void request.socket.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json', location: '/elsewhere' });
      return response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (status, body = {}) => void (reply = { status, body: JSON.stringify(body) }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
